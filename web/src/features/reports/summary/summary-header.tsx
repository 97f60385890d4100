import type { ReactNode } from 'react'
import { waitingAmount } from '../../../lender/summary.ts'
import { Button } from '../../../ui/button.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { useSummary } from './use-summary.ts'
import { WaitingNotice } from './waiting-notice.tsx'

type Props = {
  /** Buttons shown on the card of the balance. */
  actions: ReactNode
}

/** The head of the dashboard: the amounts, and below them the money that waits. */
export function SummaryHeader({ actions }: Props) {
  const { data, isError, isFetching, refetch } = useSummary()
  const failed = isError && !data
  return (
    <section aria-label="Ringkasan saldo" aria-busy={!data && !failed} className="grid gap-3 md:gap-4">
      <SummaryCards figures={failed ? null : data} actions={actions} />
      {data && waitingAmount(data) > 0 && <WaitingNotice amount={waitingAmount(data)} />}
      {failed && (
        <output className="flex flex-wrap items-center text-table text-mute">
          Saldo belum dapat dimuat.
          <Button variant="quiet" className="px-2! text-table" busy={isFetching} onClick={() => refetch()}>
            Coba lagi
          </Button>
        </output>
      )}
    </section>
  )
}
