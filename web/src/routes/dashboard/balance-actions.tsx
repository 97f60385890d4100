import { ArrowUpFromLine, Wallet } from 'lucide-react'
import { useMay } from '../../company/member.ts'
import { cx } from '../../ui/cx.ts'

const look =
  'inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-control px-2 font-semibold whitespace-nowrap transition-colors duration-150 select-none focus-visible:outline-on-hero md:flex-none md:px-3'

type Props = { onDeposit: () => void; onWithdraw: () => void }

/** Deposit and withdrawal buttons beside the balance. The account menu has both as well. */
export function BalanceActions({ onDeposit, onWithdraw }: Props) {
  const may = useMay('WITHDRAWAL')
  return (
    <div className="flex gap-2.5">
      <button
        type="button"
        className={cx(look, 'bg-on-hero text-hero-ink hover:bg-on-hero/90')}
        onClick={onDeposit}
      >
        <Wallet size={18} aria-hidden />
        Deposit
      </button>
      {may && (
        <button
          type="button"
          className={cx(look, 'border border-on-hero/50 text-on-hero hover:bg-on-hero/10')}
          onClick={onWithdraw}
        >
          <ArrowUpFromLine size={18} aria-hidden />
          Tarik Dana
        </button>
      )}
    </div>
  )
}
