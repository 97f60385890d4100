import { Outlet } from 'react-router'
import { BulkProgress } from '../features/bulk-funding/index.ts'
import { SummaryHeader } from '../features/summary/index.ts'
import { paths } from '../paths.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'

const tabs = [
  { to: paths.portfolio, label: 'Portofolio' },
  { to: paths.userPortfolio, label: 'User Portofolio' },
  { to: paths.transactions, label: 'Transaction History' },
]

/** The dashboard: the summary, then the tabs, each a route of its own. */
export default function Dashboard() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-6">
      <h1 className="sr-only">Dashboard</h1>
      <SummaryHeader />
      <BulkProgress />
      <LinkTabs label="Bagian dashboard" tabs={tabs} />
      <Outlet />
    </div>
  )
}
