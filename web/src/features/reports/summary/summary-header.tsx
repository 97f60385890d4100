import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { waitingAmount } from '../../../lender/summary.ts'
import { Button } from '../../../ui/button.tsx'
import { type Notes, SummaryCards } from './summary-cards.tsx'
import { useSummary } from './use-summary.ts'
import { WaitingNotice } from './waiting-notice.tsx'

type Props = {
  /** Buttons shown on the card of the balance. */
  actions: ReactNode
  /** Where the notes come from. */
  overview: Pick<UseQueryResult<{ rate: number | null }>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  notes: Notes | undefined
}

/** The head of the dashboard: the amounts with what explains them, and below them the money that waits. */
export function SummaryHeader({ actions, overview, notes }: Props) {
  const summary = useSummary()
  const { data } = summary
  const failed = summary.isError && !data
  const missing = failed ? summary : overview.isError && !overview.data ? overview : null
  // Without loans, nothing is said about them.
  const hasLoans = Boolean(data?.outStandingBalance) || typeof overview.data?.rate === 'number'
  return (
    <section aria-label="Ringkasan saldo" aria-busy={!data && !failed} className="grid gap-3">
      <SummaryCards figures={failed ? null : data} notes={hasLoans ? notes : undefined} actions={actions} />
      {data && waitingAmount(data) > 0 && <WaitingNotice amount={waitingAmount(data)} />}
      {missing && <Missing what={failed ? 'Saldo' : 'Kinerja portofolio'} query={missing} />}
    </section>
  )
}

type MissingProps = { what: string; query: Pick<UseQueryResult, 'isFetching' | 'refetch'> }

const Missing = ({ what, query: { isFetching, refetch } }: MissingProps) => (
  <output className="flex flex-wrap items-center text-table text-mute">
    <span>{what} belum dapat dimuat.</span>
    <Button variant="quiet" className="px-2! text-table" busy={isFetching} onClick={() => void refetch()}>
      Coba lagi
    </Button>
  </output>
)
