import { Outlet } from 'react-router'
import { paths } from '../paths.ts'
import { LinkTabs } from '../ui/tabs.tsx'

const tabs = [
  { to: paths.portfolio, label: 'Portofolio' },
  { to: paths.userPortfolio, label: 'User Portofolio' },
  { to: paths.transactions, label: 'Transaction History' },
]

/** The dashboard: the summary, then three tabs, each a route of its own. */
export default function Dashboard() {
  return (
    <div className="grid gap-6">
      <h1 className="text-h1 font-bold">Dashboard</h1>
      <LinkTabs label="Bagian dashboard" tabs={tabs} />
      <Outlet />
    </div>
  )
}
