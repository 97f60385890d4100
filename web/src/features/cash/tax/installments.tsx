import { formatDateLong } from '@pematang/contract/format/date'
import { formatPercent } from '@pematang/contract/format/percent'
import type { TaxedInstallment } from '@pematang/contract/cash/tax/endpoints'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useTaxedInstallments } from './queries.ts'
import { keyed } from './words.ts'

/** The installments from which the tax of a month was withheld, fetched when they are opened. */
export function Installments({ period }: { period: string }) {
  const query = useTaxedInstallments(period)
  if (query.isError && !query.data) return <LoadFailure query={query} className="gap-3 py-3" />
  if (!query.data)
    return (
      <Loading>
        <div className="grid gap-3 py-3">
          {['a', 'b', 'c'].map((bone) => (
            <Skeleton key={bone} className="h-10 w-full" />
          ))}
        </div>
      </Loading>
    )
  const rows = keyed(query.data.pages)
  return (
    <>
      {rows.length === 0 ? (
        <p className="py-3 text-table text-mute">Tidak ada angsuran pada masa pajak ini.</p>
      ) : (
        <ul className="hairlines">
          {rows.map(({ key, row }) => (
            <Row key={key} row={row} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="quiet"
          className="-mx-2 px-2! text-table"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Muat lebih banyak
        </Button>
      )}
    </>
  )
}

const Row = ({ row }: { row: TaxedInstallment }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-2.5 text-table md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_8rem_8rem]">
    <span className="figures min-w-0 truncate">
      {row.loanNumber}
      {row.isCorrection && <span className="text-mute"> (koreksi)</span>}
    </span>
    <Money amount={row.interest} className="text-right md:order-1" />
    <span className="text-meta text-mute">
      Jatuh tempo {formatDateLong(row.dueDate)}, dibayar {formatDateLong(row.paidOn)}
    </span>
    <span className="text-right text-meta text-mute md:order-2">
      pajak {formatPercent(row.rate)} <Money amount={row.tax} />
    </span>
  </li>
)
