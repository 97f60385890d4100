import type { ReactNode } from 'react'
import { waitingAmount } from '../../lender/summary.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Figure } from './figure.tsx'
import { useSummary } from './use-summary.ts'
import { WaitingNotice } from './waiting-notice.tsx'

/**
 * The head of the dashboard: the cash balance first, its peers quietly beside it. On phones two by two. The
 * second balance is there only when the lender has one; money that waits for something stands apart.
 */
export function SummaryHeader() {
  const { data, isError, isFetching, refetch } = useSummary()
  const failed = isError && !data
  const show = (amount: number | undefined) => (failed ? null : amount)
  const additional = data?.additionalCashBalance ?? null

  return (
    <section aria-label="Ringkasan saldo" aria-busy={!data && !failed} className="grid gap-3 md:gap-4">
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-[minmax(0,1.7fr)_repeat(3,minmax(0,1fr))]">
        <div
          className={cx(
            'hero grid rounded-card p-3.5 md:col-span-2 md:p-6 lg:col-span-1',
            additional !== null && 'col-span-2 grid-cols-[3fr_2fr] gap-4',
          )}
        >
          <Balance name="Cash Balance" alias="Dana Siaga">
            <Figure amount={show(data?.cashBalance)} size="dominant" />
          </Balance>
          {additional !== null && (
            <Balance name="Saldo Tambahan" className="border-l border-on-hero/25 pl-4">
              <Figure amount={additional} size="second" />
            </Balance>
          )}
        </div>
        <Peer name="Outstanding Balance">
          <Figure amount={show(data?.outStandingBalance)} />
        </Peer>
        <Peer name="Perkiraan Total Pendapatan">
          <Figure amount={show(data?.estTotalGet)} />
        </Peer>
        <Peer
          name="Perkiraan Bunga pendapatan"
          className={cx(additional !== null && 'max-md:col-span-2', 'md:max-lg:col-span-2')}
        >
          <Figure amount={show(data?.estInterestGet)} />
        </Peer>
      </div>
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

type CellProps = { name: string; alias?: string; className?: string; children: ReactNode }

function Balance({ name, alias, className, children }: CellProps) {
  return (
    <dl className={cx('@container grid min-w-0 content-between gap-2', className)}>
      <dt className="flex flex-wrap items-baseline gap-x-2 text-table">
        <span className="font-semibold">{name}</span>
        {alias && <span className="text-meta">{alias}</span>}
      </dt>
      <dd>{children}</dd>
    </dl>
  )
}

function Peer({ name, className, children }: CellProps) {
  return (
    <dl
      className={cx(
        '@container grid min-w-0 content-between gap-2 rounded-card bg-surface p-3.5 shadow-card md:p-5',
        className,
      )}
    >
      <dt className="text-table text-mute">{name}</dt>
      <dd>{children}</dd>
    </dl>
  )
}
