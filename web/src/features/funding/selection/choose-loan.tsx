import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { toggled, tooMany } from './chosen.ts'
import { useSelection } from './store.ts'

type Props = { loan: MarketplaceLoan; lenderUserId: number; describedBy: string }

/** The checkbox that adds a loan to the selection. */
export function ChooseLoan({ loan, lenderUserId, describedBy }: Props) {
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
      className="gap-2! text-table font-medium"
    >
      Pilih
    </Checkbox>
  )
}
