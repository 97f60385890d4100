import { payOut } from '@pematang/contract/withdrawal/rules'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { useTransferFee } from './use-transfer-fee.ts'

type Props = {
  fee: ReturnType<typeof useTransferFee>
  /** Whole rupiah; null where it cannot be withdrawn as it is. */
  amount: number | null
  cashBalance: number
}

/** What the bank takes, what arrives, and what leaves the balance. */
export function FeeLines({ fee, amount, cashBalance }: Props) {
  if (amount !== null && fee.isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-table text-bad">
        <p>{messageOf(fee.error)}</p>
        <Button variant="quiet" busy={fee.isFetching} onClick={() => void fee.refetch()}>
          Coba lagi
        </Button>
      </div>
    )
  }
  const answer = amount === null ? null : fee.data
  const sums = answer && amount !== null ? payOut({ amount, fee: answer.transfer_fee, cashBalance }) : null
  const figure = (value: number | undefined) => {
    if (value !== undefined) return <Money amount={value} />
    return amount === null ? '-' : <Skeleton className="h-4 w-24" />
  }
  return (
    <dl className="hairlines rounded-popup bg-sunken px-4 text-table">
      <Line name="Biaya transfer">
        {/* The specification's reading: INTERBANK is shown as Internal Transfer, IM as nothing. */}
        {answer?.transfer_type === 'INTERBANK' && <span className="text-mute">Internal Transfer · </span>}
        {figure(answer?.transfer_fee)}
      </Line>
      <Line name="Keluar dari saldo">{figure(sums?.total)}</Line>
      <Line name="Diterima di rekening">
        <strong className="text-body font-semibold">{figure(sums?.sent)}</strong>
      </Line>
    </dl>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-10 items-center justify-between gap-6 py-2">
    <dt className="shrink-0 text-mute">{name}</dt>
    <dd className="flex min-w-0 items-center gap-1 text-right font-medium">{children}</dd>
  </div>
)
