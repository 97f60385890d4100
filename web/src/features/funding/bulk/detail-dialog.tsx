import type { BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BulkConcentration } from '../../../lender/concentration.tsx'
import { FundingRoom } from '../../../lender/funding-room.tsx'
import { summaryQuery } from '../../../lender/summary.ts'
import { Button } from '../../../ui/button.tsx'
import { countText } from '../../../ui/count-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
  product: BulkProduct
  count: number
  /** The sum of the loans in whole rupiah. */
  total: number
  /** A sentence about the change since the lender first confirmed; null if nothing has changed. */
  note: string | null
  busy: boolean
  /** The label of the button that goes on. */
  action: string
  onConfirm: () => void
}

/** Step 1: asks the lender to confirm what will be funded. */
export function DetailDialog(props: Props) {
  const { product, count, total, note, busy, action, onConfirm, ...dialog } = props
  const summary = useQuery(summaryQuery())
  return (
    <Dialog
      {...dialog}
      size="small"
      title="Detail"
      description="Apakah anda yakin akan mendanai"
      footer={
        <>
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            Batal
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {note && (
        <p role="alert" className="mb-4 rounded-popup bg-warn-tint px-4 py-3 text-table">
          {note}
        </p>
      )}
      <dl className="hairlines rounded-popup bg-sunken px-4">
        <Fact name="Produk">{product.partnerName}</Fact>
        <Fact name="Total Pinjaman">
          <Money amount={total} className="text-section font-bold" />
        </Fact>
        <Fact name="Jumlah Pinjaman">
          <span className="figures">{countText(count)} pinjaman</span>
        </Fact>
      </dl>
      <div className="mt-4 grid gap-3">
        <FundingRoom room={summary.data?.fundingRoom ?? null} below={total} />
        <BulkConcentration uploadId={product.uploadId} />
      </div>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-13 items-center justify-between gap-6 py-2">
      <dt className="shrink-0 text-mute">{name}</dt>
      <dd className="min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
