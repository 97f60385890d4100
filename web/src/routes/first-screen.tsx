import { DepositLoading } from '../features/cash/deposit/index.ts'
import { FirstSummary } from '../features/reports/summary/index.ts'
import { paths } from '../paths.ts'
import { ScreenSkeleton } from '../shell/screen-skeleton.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { DashboardTabs } from './dashboard/dashboard-tabs.tsx'

/** Headings of screens that show theirs at once, by path. */
const headings: readonly (readonly [string, string])[] = [
  ['/marketplace/loan', ''],
  ['/marketplace/selection', ''],
  ['/marketplace', 'Marketplace'],
  [paths.documents, 'Dokumen'],
]

/** A screen before its code has loaded, as the server draws it: what does not depend on the lender is there already. */
export function FirstScreen({ address }: { address: string }) {
  if (address.startsWith('/dashboard')) return <FirstDashboard />
  if (address.startsWith(paths.deposit)) return <FirstDeposit />
  const heading = headings.find(([start]) => address.startsWith(start))?.[1]
  if (!heading) return <ScreenSkeleton />
  return (
    <>
      <h1 className="mb-4 text-h1 font-bold">{heading}</h1>
      <Loading>
        <Skeleton className="h-36 w-full rounded-card!" />
        <Skeleton className="mt-6 h-80 w-full rounded-card!" />
      </Loading>
    </>
  )
}

const FirstDashboard = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <FirstSummary />
    <DashboardTabs />
    <Loading>
      <Skeleton className="h-11 w-full md:h-16" />
      <Skeleton className="mt-4 h-120 w-full rounded-card!" />
    </Loading>
  </div>
)

const FirstDeposit = () => (
  <>
    <h1 className="mb-4 text-h1 font-bold">Deposit</h1>
    <DepositLoading />
  </>
)
