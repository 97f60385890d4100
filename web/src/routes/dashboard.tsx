import { Outlet } from 'react-router'
import { BulkProgress } from '../features/funding/bulk/index.ts'
import { insightNotes, useOverview } from '../features/reports/insight/index.ts'
import { SummaryHeader } from '../features/reports/summary/index.ts'
import { useAccountDialogs } from '../shell/account-dialogs.tsx'
import { ScreenPart } from '../shell/screen-part.tsx'
import { ScreenSkeleton } from '../shell/screen-skeleton.tsx'
import { AccountRequirements } from './dashboard/account-requirements.tsx'
import { BalanceActions } from './dashboard/balance-actions.tsx'
import { DashboardTabs } from './dashboard/dashboard-tabs.tsx'
import { FirstVisit } from './dashboard/first-visit.tsx'

/** The dashboard: the summary, then the tabs, each a route of its own. */
export default function Dashboard() {
  const { show, openDeposit, dialog } = useAccountDialogs()
  const overview = useOverview()
  const deposit = () => void openDeposit()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="sr-only">Dashboard</h1>
      <SummaryHeader
        overview={overview}
        notes={overview.data && insightNotes(overview.data)}
        actions={<BalanceActions onDeposit={deposit} onWithdraw={() => show('withdraw')} />}
      />
      <AccountRequirements />
      <FirstVisit onDeposit={deposit} />
      <BulkProgress />
      <DashboardTabs />
      <ScreenPart loading={<ScreenSkeleton />}>
        <Outlet />
      </ScreenPart>
      {dialog}
    </div>
  )
}
