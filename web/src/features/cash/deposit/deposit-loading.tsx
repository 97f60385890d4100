import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { DepositWarning } from './deposit-warning.tsx'

/**
 * The deposit screen until its accounts are known, with its final size. The server renders it too: the warning, the
 * largest text of the screen, is the same for every lender and must not wait for the scripts.
 */
export const DepositLoading = () => (
  <div className="grid gap-4 md:gap-6">
    <Loading label="Memuat petunjuk deposit…">
      <CardSkeleton className="h-36 md:h-29" />
    </Loading>
    <DepositWarning />
    <div aria-hidden className="grid gap-4 md:gap-6 lg:grid-cols-2">
      <CardSkeleton className="h-120" />
      <CardSkeleton className="h-120 max-lg:hidden" />
    </div>
  </div>
)
