import type { ReactNode } from 'react'
import { waitingAmount } from '../../../lender/summary.ts'
import { Button } from '../../../ui/button.tsx'
import { useOverview } from '../insight/queries.ts'
import { insightNotes } from './insight-notes.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { useSummary } from './use-summary.ts'
import { WaitingNotice } from './waiting-notice.tsx'

type Props = {
  /** Buttons shown on the card of the balance. */
  actions: ReactNode
}

/** The head of the dashboard: the amounts with what explains them, and below them the money that waits. */
export function SummaryHeader({ actions }: Props) {
  const summary = useSummary()
  const overview = useOverview()
  const { data } = summary
  const failed = summary.isError && !data
  const missing = failed ? summary : overview.isError && !overview.data ? overview : null
  // Without loans, nothing is said about them.
  const hasLoans = (data?.outStandingBalance ?? 0) > 0 || (overview.data?.rate ?? null) !== null
  return (
    <section aria-label="Ringkasan saldo" aria-busy={!data && !failed} className="grid gap-3">
      <SummaryCards
        figures={failed ? null : data}
        notes={overview.data && hasLoans ? insightNotes(overview.data) : undefined}
        actions={actions}
      />
      {data && waitingAmount(data) > 0 && <WaitingNotice amount={waitingAmount(data)} />}
      {missing && (
        <output className="flex flex-wrap items-center text-table text-mute">
          <span>{failed ? 'Saldo' : 'Kinerja portofolio'} belum dapat dimuat.</span>
          <Button
            variant="quiet"
            className="px-2! text-table"
            busy={missing.isFetching}
            onClick={() => void missing.refetch()}
          >
            Coba lagi
          </Button>
        </output>
      )}
    </section>
  )
}
