import type { ReactNode } from 'react'
import { countText } from './count-text.ts'
import { Money } from './money.tsx'

type Props = {
  label: string
  /** Shown above the content. */
  note?: ReactNode
  children: ReactNode
}

/** A bar that stays above the lower edge: on a phone it spans the screen above the navigation, elsewhere it floats. */
export const StickyBar = ({ label, note, children }: Props) => (
  <section
    aria-label={label}
    data-sticky
    className="sticky bottom-[calc(3.8125rem+env(safe-area-inset-bottom))] z-10 mt-6 border-line bg-surface shadow-pop max-md:-mx-4 max-md:border-t md:bottom-5 md:rounded-card md:border"
  >
    {note}
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5 md:px-5">
      {children}
    </div>
  </section>
)

type SumProps = {
  count: number
  /** The sum in whole rupiah. */
  total: number
  /** True while the figures are not final. */
  busy?: boolean
}

export const LoanSum = ({ count, total, busy }: SumProps) => (
  <dl aria-busy={busy} className="flex min-w-0 gap-6 sm:gap-10">
    <div>
      <dt className="text-meta text-mute">Jumlah</dt>
      <dd className="figures text-body leading-7 font-semibold">{countText(count)} pinjaman</dd>
    </div>
    <div className="min-w-0">
      <dt className="text-meta text-mute">Total</dt>
      <dd>
        <Money amount={total} className="text-section leading-7! font-bold sm:text-money" />
      </dd>
    </div>
  </dl>
)
