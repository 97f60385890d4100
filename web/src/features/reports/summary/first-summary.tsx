import { Skeleton } from '../../../ui/skeleton.tsx'
import { Bone, figureClass } from './figure.tsx'
import { SummaryCards } from './summary-cards.tsx'

/** The head of the dashboard before its code has loaded; public/first-balance.js writes the cash balance into it. */
export function FirstSummary() {
  return (
    <SummaryCards
      figures={undefined}
      loadingBalance={
        <span data-first-balance="" className={figureClass('dominant')}>
          <Bone size="dominant" />
        </span>
      }
      actions={
        <div className="flex gap-2.5">
          <Skeleton className="h-11 flex-1 bg-on-hero/20! rounded-control! md:w-25 md:flex-none" />
          <Skeleton className="h-11 flex-1 bg-on-hero/20! rounded-control! md:w-31 md:flex-none" />
        </div>
      }
    />
  )
}
