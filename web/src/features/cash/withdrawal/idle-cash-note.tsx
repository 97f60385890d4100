import { formatDateLong } from '@pematang/contract/format/date'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Money } from '../../../ui/money.tsx'
import { clockOf } from './idle-cash.ts'

/** How long cash may stay without being lent: two working days (POJK 40/2024). Renders nothing without idle cash. */
export function IdleCashNote() {
  const { data } = useQuery({
    queryKey: ['idle-cash'],
    // The note is optional: a failure shows nothing.
    queryFn: ({ signal }) => api('GET /lender/idle-cash', { signal, quiet: true }),
  })
  if (!data || data.idleCash === 0) return null
  const { late, next } = clockOf(data.layers)
  return (
    <div className="grid gap-0.5 text-meta text-mute">
      {late > 0 && (
        <p>
          <Money amount={late} /> mengendap lebih dari 2 hari kerja.
        </p>
      )}
      {next && (
        <p>
          Danai atau tarik <Money amount={next.amount} /> paling lambat{' '}
          <span className="figures">{formatDateLong(next.deadline)}</span>.
        </p>
      )}
    </div>
  )
}
