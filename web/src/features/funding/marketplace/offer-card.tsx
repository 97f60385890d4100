import { formatInterest } from '@pematang/contract/format/interest'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { percentText } from './figures.ts'

type Props = {
  /** The id of the card's heading, with which buttons name the card for a screen reader. */
  id: string
  name: ReactNode
  kind: string
  /** The interest rate as a fraction of one, and its label. */
  interest: { rate: number; of: string }
  /** The open amount and the total, in whole rupiah. */
  open: number
  total: number
  /** The funded part in percent, 0 to 100. */
  percent: number
  /** The facts about the offer, in display order. */
  facts: ReactNode
  /** Shown below the last line. */
  children: ReactNode
  className?: string
}

/** An offer that is open for funding, one loan or many. The open amount is the most prominent figure. */
export function OfferCard({ id, name, kind, interest, open, total, percent, ...rest }: Props) {
  return (
    <Card aria-labelledby={id} className={cx('flex h-full flex-col', rest.className)}>
      <header className="flex items-start justify-between gap-4 px-5 pt-5">
        <div className="min-w-0">
          <h2 id={id} className="line-clamp-2 font-semibold">
            {name}
          </h2>
          <p className="truncate text-table text-mute">{kind}</p>
        </div>
        <p className="shrink-0 text-right">
          <span className="figures block text-section font-semibold text-brand">
            {formatInterest(interest.rate)}
          </span>
          <span className="block text-meta text-mute">{interest.of}</span>
        </p>
      </header>
      {/* Placed at the bottom, so that the figures align across a row of cards even where a name has two lines. */}
      <div className="mt-auto px-5 pt-4">
        <dl>
          <dt className="text-table text-mute">Sisa Pendanaan</dt>
          <dd>
            <Money amount={open} className="text-money font-bold" />
          </dd>
        </dl>
        <ProgressBar percent={percent} label="Bagian yang sudah terdanai" className="mt-3" />
        <p className="mt-2 flex justify-between gap-4 text-meta text-mute">
          <span className="figures">{percentText(percent)} terdanai</span>
          <span className="truncate">
            dari <Money amount={total} />
          </span>
        </p>
      </div>
      <dl className="hairlines mt-4 px-5">{rest.facts}</dl>
      {rest.children}
    </Card>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1.5 text-table">
      <dt className="shrink-0 text-mute">{name}</dt>
      <dd className="min-w-0 text-right font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}
