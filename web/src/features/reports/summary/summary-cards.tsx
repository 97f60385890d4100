import type { ReactNode } from 'react'
import { secondBalanceName } from '../../../lender/balance-name.ts'
import type { Summary } from '../../../lender/summary.ts'
import { cx } from '../../../ui/cx.ts'
import { Figure } from './figure.tsx'

type Props = {
  /** The figures; undefined while they load, null when they could not be loaded. */
  figures: Summary | null | undefined
  /** Shown in place of the cash balance while it loads. */
  loadingBalance?: ReactNode
  /** Buttons shown on the card of the balance. */
  actions: ReactNode
}

/**
 * The amounts at the head of the dashboard: the cash balance first, the others beside it, on a phone as lines below it.
 * The second balance is shown only if the lender has one.
 */
export function SummaryCards({ figures, loadingBalance, actions }: Props) {
  const additional = figures?.additionalCashBalance ?? null
  const show = (name: 'outStandingBalance' | 'estTotalGet' | 'estInterestGet') =>
    figures ? figures[name] : figures
  return (
    <div className="grid gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-[minmax(0,1.7fr)_repeat(3,minmax(0,1fr))]">
      <div className="hero grid content-between gap-4 rounded-card p-5 md:col-span-3 md:p-6 lg:col-span-1">
        <div className={cx('grid gap-4', additional !== null && 'grid-cols-[3fr_2fr]')}>
          <Balance name="Cash Balance" alias="Dana Siaga">
            {figures === undefined && loadingBalance ? (
              loadingBalance
            ) : (
              <Figure amount={figures ? figures.cashBalance : figures} size="dominant" />
            )}
          </Balance>
          {additional !== null && (
            <Balance
              name={secondBalanceName(figures?.additionalBalanceBank)}
              className="border-l border-on-hero/25 pl-4"
            >
              <Figure amount={additional} size="second" />
            </Balance>
          )}
        </div>
        {actions}
      </div>
      <div className="hairlines grid rounded-card bg-surface px-4 shadow-card md:contents">
        <Peer name="Outstanding Balance">
          <Figure amount={show('outStandingBalance')} />
        </Peer>
        <Peer name="Perkiraan Total Pendapatan" note="Sebelum pajak">
          <Figure amount={show('estTotalGet')} />
        </Peer>
        <Peer name="Perkiraan Bunga pendapatan" note="Sebelum pajak">
          <Figure amount={show('estInterestGet')} />
        </Peer>
      </div>
    </div>
  )
}

type CellProps = { name: string; alias?: string; note?: string; className?: string; children: ReactNode }

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

function Peer({ name, note, className, children }: CellProps) {
  return (
    <dl
      className={cx(
        'grid min-h-14 min-w-0 grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] items-center gap-x-3 py-2',
        'md:grid-cols-none md:content-between md:gap-2 md:rounded-card md:border-0! md:bg-surface md:p-5 md:shadow-card',
        className,
      )}
    >
      <dt className="text-table text-mute">
        {name}
        {note && <span className="block text-meta">{note}</span>}
      </dt>
      <dd className="@container min-w-0 text-right md:text-left">{children}</dd>
    </dl>
  )
}
