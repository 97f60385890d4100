import { formatInterest } from '@pematang/contract/format/interest'
import { X } from 'lucide-react'
import { Facts } from '../../../ui/facts.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Money } from '../../../ui/money.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import type { Chosen } from './chosen.ts'

type Props = {
  chosen: Chosen
  /** True when one amount applies to all loans, so that this one cannot be edited. */
  readOnly: boolean
  /** True when nothing of the loan is open any more. */
  isGone: boolean
  /** The reason why the loan cannot be funded with its amount. */
  sentence: string | null
  onAmount: (amount: number | null) => void
  onRemove: () => void
}

/** One loan of the selection with its amount. */
export function AmountRow({ chosen, readOnly, isGone, sentence, onAmount, onRemove }: Props) {
  const { loanNumber, borrowerName, interestPercentage, minimumFunding, outstandingFunding, amount } = chosen
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_15rem_auto] sm:gap-x-4">
      <div className="min-w-0">
        <p className="font-semibold break-words">{borrowerName}</p>
        <Facts
          className="text-table text-mute"
          facts={{ loanNumber, interest: `${formatInterest(interestPercentage)} per tahun` }}
        />
        <Facts
          className="text-meta text-mute"
          facts={{
            minimum: (
              <>
                Minimal <Money amount={minimumFunding} />
              </>
            ),
            left: (
              <>
                Sisa <Money amount={isGone ? 0 : outstandingFunding} />
              </>
            ),
          }}
        />
      </div>
      <div className="max-sm:col-span-2 max-sm:row-start-2">
        <MoneyField
          label={`Jumlah pendanaan ${loanNumber}`}
          hideLabel
          value={amount}
          onChange={onAmount}
          readOnly={readOnly}
          error={sentence}
        />
      </div>
      <IconButton
        label={`Hapus ${loanNumber} dari pilihan`}
        onClick={onRemove}
        className="-mr-2 max-sm:-mt-2"
      >
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  )
}
