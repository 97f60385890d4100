import { paths } from '../../paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'

const tabs = [
  { to: paths.portfolio, label: 'Portofolio' },
  { to: paths.userPortfolio, label: 'User Portofolio' },
  { to: paths.transactions, label: 'Transaction History' },
]

export const DashboardTabs = () => <LinkTabs label="Bagian dashboard" tabs={tabs} />
