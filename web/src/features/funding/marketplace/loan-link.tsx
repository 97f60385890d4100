import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { useLocation } from 'react-router'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/link.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import { listState } from './list-return.ts'

type Props = { loan: Pick<MarketplaceLoan, 'loanNumber' | 'borrowerName'>; id?: string; className?: string }

/** The borrower's name, which leads to the loan. */
export function LoanLink({ loan, id, className }: Props) {
  const { search } = useLocation()
  const isWide = useWide()
  return (
    <Link
      id={id}
      data-loan={loan.loanNumber}
      to={paths.marketplaceLoan(loan.loanNumber)}
      state={listState(search, isWide)}
      className={cx('rounded-mark hover:underline', className)}
    >
      {loan.borrowerName}
    </Link>
  )
}
