import { Button } from '../../../ui/button.tsx'
import { LoanSum, StickyBar } from '../../../ui/sticky-bar.tsx'
import { sumOf } from './chosen.ts'
import { useSelection } from './store.ts'

type Props = { lenderUserId: number; onContinue: () => void }

/** The number and sum of the selected loans; nothing while none is selected. */
export function SelectionBar({ lenderUserId, onContinue }: Props) {
  const { chosen, change } = useSelection(lenderUserId)
  if (chosen.length === 0) return null
  return (
    <StickyBar label="Pinjaman yang dipilih">
      <LoanSum count={chosen.length} total={sumOf(chosen)} />
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <Button variant="quiet" className="px-3!" onClick={() => change(() => [])}>
          Hapus pilihan
        </Button>
        <Button className="sm:min-w-36" onClick={onContinue}>
          Lanjutkan
        </Button>
      </div>
    </StickyBar>
  )
}
