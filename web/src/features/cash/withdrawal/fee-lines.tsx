import { payOut } from '@pematang/contract/cash/withdrawal/rules'
import type { ReactNode } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { useTransferFee } from './use-transfer-fee.ts'

type Props = {
  fee: ReturnType<typeof useTransferFee>
  /** The amount in whole rupiah; null if it breaks a rule that does not depend on the fee. */
  amount: number | null
  /** Null where the balance does not cover the fee. */
  cashBalance: number | null
}

/** The bank's fee, the amount sent, and the amount that leaves the balance. */
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
  const sums =
    answer && amount !== null && cashBalance !== null
      ? payOut({ amount, fee: answer.transfer_fee, cashBalance })
      : null
  const figure = (value: number | undefined, isComing = amount !== null) => {
    if (value !== undefined) return <Money amount={value} />
    return isComing ? <Skeleton className="h-4 w-24" /> : '-'
  }
  const areComing = amount !== null && cashBalance !== null
  return (
    <dl className="hairlines rounded-popup bg-sunken px-4 text-table">
      <Line name="Dikirim">
        <strong className="text-body font-semibold">{figure(sums?.sent, areComing)}</strong>
      </Line>
      <Line name="Biaya transfer">
        {/* The specification shows INTERBANK as Internal Transfer and IM as nothing. */}
        {answer?.transfer_type === 'INTERBANK' && <span className="text-mute">Internal Transfer · </span>}
        {figure(answer?.transfer_fee)}
      </Line>
      <Line name="Dipotong dari saldo">{figure(sums?.total, areComing)}</Line>
    </dl>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-10 items-center justify-between gap-6 py-2">
    <dt className="shrink-0 text-mute">{name}</dt>
    <dd className="flex min-w-0 items-center gap-1 text-right font-medium">{children}</dd>
  </div>
)
