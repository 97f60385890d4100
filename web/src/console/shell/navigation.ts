import { FileUp, History, ListChecks, Search, Sunrise, Users } from 'lucide-react'
import { paths } from '../paths.ts'

/** The screens of the console, in the order of a day's work. */
export const navigation = [
  { label: 'Hari ini', to: paths.today, Icon: Sunrise },
  { label: 'Persetujuan', to: paths.proposals, Icon: ListChecks },
  { label: 'Cari', to: paths.search, Icon: Search },
  { label: 'Berkas', to: paths.files, Icon: FileUp },
  { label: 'Jejak', to: paths.trail, Icon: History },
  { label: 'Staf dan aturan', to: paths.staff, Icon: Users },
] as const

/** The first of them stand in the bar of a phone; the others behind its last button. */
export const inBar = 3

export const isCurrent = (to: string, pathname: string): boolean =>
  to === paths.today ? pathname === to : pathname.startsWith(to)
