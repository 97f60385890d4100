import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Fact = { label: string; value: ReactNode }

/** Facts as label and value, below each other or in columns where there is room. */
export const FactList = ({ facts, className }: { facts: readonly Fact[]; className?: string }) => (
  <div className="@container">
    <dl className={cx('grid gap-x-8 gap-y-3 @min-[36rem]:grid-cols-2', className)}>
      {facts.map(({ label, value }) => (
        <div key={label} className="grid min-w-0 content-start gap-0.5">
          <dt className="text-meta text-mute">{label}</dt>
          <dd className="min-w-0 text-table wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
)
