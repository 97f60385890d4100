import { Files, LayoutDashboard, Repeat2, Store } from 'lucide-react'
import { paths } from '../paths.ts'

/** The links of the sidebar and the bottom bar. An entry is current for every path that starts with one of `under`. */
export const navigation = [
  { label: 'Dashboard', to: paths.portfolio, under: ['/dashboard'], Icon: LayoutDashboard },
  { label: 'Marketplace', to: paths.marketplace, under: ['/marketplace', '/bulk-list'], Icon: Store },
  { label: 'Pendanaan Otomatis', to: paths.autoFunding, under: ['/auto-funding'], Icon: Repeat2 },
  { label: 'Dokumen', to: paths.documents, under: [paths.documents, paths.tax], Icon: Files },
] as const
