import type { Concentration as Shares } from '@pematang/contract/funding/concentration/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { concernsOf, sharesOf } from './concentration-text.ts'

type Funding = { loanNumber: string; amount: number }

/** Milliseconds that the amounts must not change before the server is called. */
const rest = 400

/**
 * The shares of borrower, loan type and grade in the lender's portfolio after these fundings, with a warning above
 * the thresholds. Nothing is shown until they are known, so a funding is never delayed.
 * @param fundings the same array until an amount changes; empty while there is nothing to fund
 */
export function Concentration({ fundings }: { fundings: readonly Funding[] }) {
  const settled = useSettled(fundings)
  const { data } = useQuery({
    queryKey: ['concentration', settled],
    queryFn: ({ signal }) =>
      api('POST /portfolio/concentration', { body: { loans: [...settled] }, signal, quiet: true }),
    enabled: settled.length > 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (!data || fundings.length === 0) return <p role="status" className="sr-only" />
  return <Shown shares={data} />
}

/** The shares of borrower, loan type and grade after funding all open loans of a bulk product. */
export function BulkConcentration({ uploadId }: { uploadId: string }) {
  const { data } = useQuery({
    queryKey: ['concentration', 'bulk', uploadId],
    queryFn: ({ signal }) =>
      api('GET /marketplace/bulk/concentration', {
        query: { bulk_secure_id: uploadId },
        signal,
        quiet: true,
      }),
    retry: false,
    staleTime: 0,
  })
  return data ? <Shown shares={data} /> : <p role="status" className="sr-only" />
}

function Shown({ shares }: { shares: Shares }) {
  const concerns = concernsOf(shares)
  return (
    <div role="status" className="grid gap-2 text-table">
      <p className="text-mute">{sharesOf(shares)}</p>
      {concerns.length > 0 && (
        <div className="flex gap-2.5 rounded-popup bg-warn-tint px-4 py-3 text-ink">
          <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          <ul className="grid gap-1">
            {concerns.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The fundings once they have not changed for a while, so that not every digit causes a call. */
function useSettled(fundings: readonly Funding[]): readonly Funding[] {
  const [settled, setSettled] = useState(fundings)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(fundings), rest)
    return () => clearTimeout(timer)
  }, [fundings])
  return settled
}
