import { PenLine } from 'lucide-react'
import { useMaySign } from '../../../company/member.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import type { LoanOutcome, SelectedLoan, ToSign } from './outcome.ts'

type Props = { loan: SelectedLoan; outcome: LoanOutcome; onSign: (signing: ToSign) => void }

/** One loan of a funded selection: its amount, its state, and the button to sign. */
export function SelectionRow({
  loan: { loanNumber, borrowerName, amount, signing },
  outcome,
  onSign,
}: Props) {
  const { tone, label, sentence } = outcome
  const maySign = useMaySign()
  return (
    <li
      data-selected={loanNumber}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-3.5"
    >
      <div className="min-w-0">
        <p className="font-semibold break-words">{borrowerName}</p>
        <p className="figures truncate text-table text-mute">{loanNumber}</p>
      </div>
      <Money amount={amount} className="font-semibold" />
      <div className="col-span-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <StatusLabel tone={tone}>{label}</StatusLabel>
        {signing && maySign && (
          <Button
            variant="quiet"
            className="-my-1.5 -mr-3 px-3!"
            icon={<PenLine aria-hidden className="size-4" />}
            aria-label={`Tanda tangani ${loanNumber}`}
            onClick={() => onSign(signing)}
          >
            Tanda tangani
          </Button>
        )}
      </div>
      {sentence && <p className="col-span-2 text-table text-mute">{sentence}</p>}
    </li>
  )
}
