import type { LenderSummary } from '@pematang/contract/lenders/profile/endpoints'
import { Money } from '../../../ui/money.tsx'

type Has = Pick<LenderSummary, 'cashBalance' | 'fundingRoom'>

/** What the sum of the amounts exceeds: the cash or the remaining legal limit; null if both suffice. */
export function missingOf(
  total: number,
  { cashBalance, fundingRoom }: Has,
): { of: 'cash' | 'room'; has: number; missing: number } | null {
  const of = fundingRoom !== null && fundingRoom < cashBalance ? 'room' : 'cash'
  const has = of === 'room' && fundingRoom !== null ? fundingRoom : cashBalance
  return total > has ? { of, has, missing: total - has } : null
}

/** The sum of all amounts beside the cash and the remaining limit, and the missing amount. */
export function Sums({ total, summary }: { total: number; summary: Has | undefined }) {
  const missing = summary ? missingOf(total, summary) : null
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-mute">Total</span>
        <Money amount={total} className="text-section font-bold" />
      </p>
      <p role="status" className={missing ? 'text-table text-bad' : 'text-table text-mute'}>
        {!summary ? (
          'Memuat cash balance…'
        ) : missing ? (
          <>
            {missing.of === 'cash' ? 'Cash balance Anda' : 'Sisa batas pendanaan Anda'}{' '}
            <Money amount={missing.has} />, kurang <Money amount={missing.missing} />.
          </>
        ) : (
          <Left {...summary} />
        )}
      </p>
    </div>
  )
}

const Left = ({ cashBalance, fundingRoom }: Has) => (
  <>
    Cash balance <Money amount={cashBalance} />
    {fundingRoom !== null && fundingRoom < cashBalance && (
      <>
        {' '}
        · Sisa batas pendanaan <Money amount={fundingRoom} />
      </>
    )}
  </>
)
