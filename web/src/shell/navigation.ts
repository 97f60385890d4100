import { LayoutDashboard, Store } from 'lucide-react'
import { paths } from '../paths.ts'

/** Where the sidebar and the bottom bar lead. An entry is current for every path that begins with one of `under`. */
export const navigation = [
  { label: 'Dashboard', to: paths.portfolio, under: ['/dashboard'], Icon: LayoutDashboard },
  { label: 'Marketplace', to: paths.marketplace, under: ['/marketplace', '/bulk-list'], Icon: Store },
] as const
