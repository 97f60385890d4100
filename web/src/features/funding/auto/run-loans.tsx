import { LoadFailure } from '../../../lists/load-failure.tsx'
import { countText } from '../../../ui/count-text.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLabel, type StatusTone } from '../../../ui/status-label.tsx'
import { type RunDetail, useRun } from './strategy-queries.ts'

type RunLoan = RunDetail['loans'][number]

const states: Record<NonNullable<RunLoan['state']>, readonly [StatusTone, string]> = {
  WAITING: ['warn', 'Sedang ditandatangani'],
  SETTLED: ['ok', 'Didanai'],
  REJECTED: ['bad', 'Batal'],
  EXPIRED: ['bad', 'Batal'],
  REFUNDED: ['idle', 'Dikembalikan'],
  CANCELLED: ['idle', 'Dibatalkan'],
}

/** The result of one round for a strategy: the number of loans by reason, then the single loans. */
export function RunLoans({ strategyId, roundNumber }: { strategyId: string; roundNumber: number }) {
  const query = useRun(strategyId, roundNumber)
  if (!query.data) {
    if (query.isError) return <LoadFailure query={query} />
    return (
      <Loading label="Memuat putaran…">
        <Skeleton className="h-40 rounded-control" />
      </Loading>
    )
  }
  const { reason, reasons, loans } = query.data
  return (
    <div className="grid gap-5">
      {reason && <p className="rounded-control bg-warn-tint p-3 text-warn">{reason.message}</p>}
      {!reason && loans.length === 0 && <p className="text-mute">Tidak ada pinjaman yang cocok.</p>}
      {reasons.length > 0 && (
        <section aria-labelledby="mengapa-tidak">
          <h3 id="mengapa-tidak" className="mb-1 font-semibold">
            Mengapa tidak
          </h3>
          <ul className="hairlines">
            {reasons.map(({ code, message, loans: count }) => (
              <li key={code} className="flex items-baseline justify-between gap-4 py-2">
                <span>{message}</span>
                <span className="figures shrink-0 text-table text-mute">{countText(count)} pinjaman</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {loans.length > 0 && (
        <section aria-labelledby="per-pinjaman">
          <h3 id="per-pinjaman" className="mb-1 font-semibold">
            Per pinjaman
          </h3>
          <ul className="hairlines">
            {loans.map((loan) => (
              <li key={loan.loanNumber} className="grid gap-1 py-3">
                <OneLoan loan={loan} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/**
 * Status and explanation of a loan. One without a funding got no allocation, is still being requested, or its request
 * was refused.
 */
function standing({ state, reason }: RunLoan): readonly [StatusTone, string] {
  if (state !== null) return states[state]
  return reason ? ['idle', 'Tidak didanai'] : ['warn', 'Diproses']
}

function OneLoan({ loan }: { loan: RunLoan }) {
  const { loanNumber, borrowerName, wanted, amount, place, lineLength, reason } = loan
  const [tone, label] = standing(loan)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 font-medium break-words">{borrowerName}</span>
        <StatusLabel tone={tone}>{label}</StatusLabel>
      </div>
      <Facts
        className="text-table text-mute"
        facts={{
          number: loanNumber,
          wanted: (
            <>
              diminta <Money amount={wanted} />
            </>
          ),
          ...(amount > 0 && {
            given: reason ? (
              <>
                jatah <Money amount={amount} />, tidak terpakai
              </>
            ) : (
              <>
                didapat <Money amount={amount} />
              </>
            ),
          }),
          ...(place !== null && {
            place: `urutan ${countText(place)} dari ${countText(lineLength)} Pemberi Dana`,
          }),
        }}
      />
      {reason && <p className="text-table">{reason.message}</p>}
    </>
  )
}
