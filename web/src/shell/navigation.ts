import { Files, LayoutDashboard, type LucideIcon, Repeat2, Store } from 'lucide-react'
import { paths } from '../paths.ts'

type NavigationEntry = {
  prefix?: string
  label: string
  to: string
  under: readonly string[]
  Icon: LucideIcon
}

/**
 * The links of the sidebar and the bottom bar. An entry is current for every path that starts with one of `under`. On a
 * phone, where four entries share the width, a `prefix` is only read by screen readers.
 */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Dashboard', to: paths.portfolio, under: ['/dashboard'], Icon: LayoutDashboard },
  { label: 'Marketplace', to: paths.marketplace, under: ['/marketplace', '/bulk-list'], Icon: Store },
  { prefix: 'Pendanaan', label: 'Otomatis', to: paths.autoFunding, under: ['/auto-funding'], Icon: Repeat2 },
  { label: 'Dokumen', to: paths.documents, under: [paths.documents], Icon: Files },
]
