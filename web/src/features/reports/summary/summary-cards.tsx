import type { ReactNode } from 'react'
import { secondBalanceName } from '../../../lender/balance-name.ts'
import type { Summary } from '../../../lender/summary.ts'
import { cx } from '../../../ui/cx.ts'
import { Figure } from './figure.tsx'

type FigureName = 'outStandingBalance' | 'estTotalGet' | 'estInterestGet'
export type Notes = Partial<Record<FigureName, ReactNode>>

type Props = {
  /** The figures; undefined while they load, null when they could not be loaded. */
  figures: Summary | null | undefined
  /** Shown in place of the cash balance while it loads. */
  loadingBalance?: ReactNode
  /** A line below each figure. */
  notes?: Notes | undefined
  /** Buttons shown on the card of the balance. */
  actions: ReactNode
}

const peers: readonly { figure: FigureName; name: string; isGross: boolean }[] = [
  { figure: 'outStandingBalance', name: 'Outstanding Balance', isGross: false },
  { figure: 'estTotalGet', name: 'Perkiraan Total Pendapatan', isGross: true },
  { figure: 'estInterestGet', name: 'Perkiraan Bunga pendapatan', isGross: true },
]

/**
 * The amounts at the head of the dashboard in one row of 72 px: the cash balance first, the others beside it, on a phone
 * as lines below it. The second balance is shown only if the lender has one; the balances then have a row of their own.
 */
export function SummaryCards({ figures, loadingBalance, notes = {}, actions }: Props) {
  const additional = figures?.additionalCashBalance ?? null
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] gap-3',
        additional === null && 'min-[84rem]:grid-cols-[minmax(0,0.8fr)_minmax(0,1fr)]',
      )}
    >
      <div className="hero grid items-center gap-x-5 gap-y-2.5 rounded-card p-4 md:min-h-18 md:grid-cols-[minmax(0,1fr)_auto] md:px-5 md:py-2">
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
      <div className="grid divide-line rounded-card bg-surface shadow-card max-md:divide-y md:min-h-18 md:grid-cols-3 md:divide-x">
        {peers.map(({ figure, name, isGross }) => (
          <Peer key={figure} name={name} isGross={isGross} note={notes[figure]}>
            <Figure amount={figures ? figures[figure] : figures} />
          </Peer>
        ))}
      </div>
    </div>
  )
}

type BalanceProps = { name: string; alias?: string; className?: string; children: ReactNode }

const Balance = ({ name, alias, className, children }: BalanceProps) => (
  <dl className={cx('@container grid min-w-0 content-between', className)}>
    <dt className="flex flex-wrap items-baseline gap-x-2 text-table leading-4.5">
      <span className="font-semibold">{name}</span>
      {alias && <span className="text-meta">{alias}</span>}
    </dt>
    <dd>{children}</dd>
  </dl>
)

type PeerProps = {
  name: string
  /** Whether tax is not taken off yet. */
  isGross: boolean
  note: ReactNode
  children: ReactNode
}

/** An amount: its name and note beside it on a phone, above and below it where there is room. */
const Peer = ({ name, isGross, note, children }: PeerProps) => (
  <dl className="grid min-h-13 min-w-0 grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] content-center items-baseline gap-x-3 px-4 py-2 md:grid-cols-[minmax(0,1fr)]">
    <dt className="text-meta text-mute">{name}</dt>
    <dd
      className={cx(
        '@container min-w-0 text-right max-md:row-span-2 md:text-left',
        isGross && 'md:[--beside:2.25rem]',
      )}
    >
      <div className="md:flex md:items-baseline md:gap-x-1.5">
        {children}
        {isGross && <span className="block text-meta text-mute">bruto</span>}
      </div>
    </dd>
    <dd className="flex min-h-4 items-center self-start text-meta text-mute max-md:col-start-1 max-md:row-start-2">
      {note}
    </dd>
  </dl>
)
