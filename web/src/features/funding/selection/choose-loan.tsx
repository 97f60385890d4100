import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { toggled, tooMany } from './chosen.ts'
import { useSelection } from './store.ts'

type Props = {
  loan: MarketplaceLoan
  lenderUserId: number
  describedBy: string
  /** True in a table, whose heading names the checkbox. */
  isRow?: boolean | undefined
}

/** The checkbox that adds a loan to the selection. */
export function ChooseLoan({ loan, lenderUserId, describedBy, isRow }: Props) {
  const { chosen, change } = useSelection(lenderUserId)
  return (
    <Checkbox
      checked={chosen.some(({ loanNumber }) => loanNumber === loan.loanNumber)}
      aria-describedby={describedBy}
      onChange={() =>
        change((latest) => {
          const next = toggled(latest, loan)
          if (!next) toast.error(tooMany)
          return next ?? latest
        })
      }
      className={isRow ? 'min-h-9! justify-center gap-0!' : 'gap-2! text-table font-medium'}
    >
      <span className={isRow ? 'sr-only' : undefined}>Pilih</span>
    </Checkbox>
  )
}
