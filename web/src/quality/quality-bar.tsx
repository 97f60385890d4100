import type { QualityName } from '@pematang/contract/loans/credit-quality/endpoints'
import { cx } from '../ui/cx.ts'
import { percentOf, qualityColours } from './quality-words.ts'

/**
 * Shares of the quality classes as one bar; the same figures are shown as text beside it. Without parts it is empty.
 */
export const QualityBar = ({ parts }: { parts: readonly { name: QualityName; share: string }[] }) => (
  <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-idle-tint">
    {parts.map(({ name, share }) => (
      <span
        key={name}
        className={cx('h-full min-w-1', qualityColours[name])}
        style={{ flexGrow: percentOf(share), flexBasis: 0 }}
      />
    ))}
  </div>
)
