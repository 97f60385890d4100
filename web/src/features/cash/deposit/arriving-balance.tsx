import { formatRupiah } from '@pematang/contract/format/rupiah'
import { CircleCheck } from 'lucide-react'
import { secondBalanceName } from '../../../lender/balance-name.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useArrivals } from './use-arrivals.ts'

/** The current balances, which update by themselves when a payment arrives. */
export function ArrivingBalance() {
  const { summary, gained } = useArrivals()
  const { data, isError } = summary
  const additional = data?.additionalCashBalance ?? null
  return (
    <section
      aria-label="Saldo"
      className="hero flex flex-wrap items-end justify-between gap-x-10 gap-y-4 rounded-card p-5 md:p-6"
    >
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Balance
          name="Cash Balance"
          alias="Dana Siaga"
          amount={isError && !data ? null : data?.cashBalance}
        />
        {additional !== null && (
          <Balance name={secondBalanceName(data?.additionalBalanceBank)} amount={additional} />
        )}
      </dl>
      <p role="status" className="flex min-h-8 items-center gap-2 text-table">
        {gained > 0 ? (
          <>
            <CircleCheck size={20} aria-hidden />
            <span>
              Saldo bertambah <strong className="figures">{formatRupiah(gained)}</strong>
            </span>
          </>
        ) : (
          <>
            <span aria-hidden className="size-2 animate-glow rounded-full bg-current" />
            Siap menerima top up
          </>
        )}
      </p>
    </section>
  )
}

type BalanceProps = { name: string; alias?: string; amount: number | null | undefined }

function Balance({ name, alias, amount }: BalanceProps) {
  return (
    <div className="grid gap-1">
      <dt className="flex items-baseline gap-x-2 text-table">
        <span className="font-semibold">{name}</span>
        {alias && <span className="text-meta">{alias}</span>}
      </dt>
      <dd
        className={cx(
          'figures font-bold',
          alias ? 'text-h1 md:text-login' : 'text-money md:leading-[2.8125rem]',
        )}
      >
        {amount === undefined ? (
          <Skeleton className="my-1 h-6 w-44 bg-on-hero/20! md:h-9 md:w-64" />
        ) : amount === null ? (
          '-'
        ) : (
          formatRupiah(amount)
        )}
      </dd>
    </div>
  )
}
