import type { BorrowerItem } from '@pematang/contract/reports/borrowers/endpoints'
import { cx } from '../../../../ui/cx.ts'

type Props = { row: BorrowerItem; className?: string }

/** What was lent to a borrower, by what became of it: repaid, written off, and the rest still owed. */
export const ShareBar = ({ row: { paidAmount, writtenOffAmount, totalLoanAmount }, className }: Props) => (
  <span aria-hidden className={cx('flex h-1.5 overflow-hidden rounded-full bg-idle-tint', className)}>
    <Part amount={paidAmount} of={totalLoanAmount} look="bg-brand" />
    <Part amount={writtenOffAmount} of={totalLoanAmount} look="hatch" />
  </span>
)

const Part = ({ amount, of, look }: { amount: number; of: number; look: string }) =>
  amount > 0 && <span className={cx('min-w-0.5', look)} style={{ width: `${(amount / of) * 100}%` }} />
