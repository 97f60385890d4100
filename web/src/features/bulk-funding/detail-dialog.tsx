import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { countText } from '../../ui/count-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
  partnerName: string
  count: number
  /** Whole rupiah. */
  total: number
  busy: boolean
  onConfirm: () => void
}

/** Step 1: what is about to be funded, asked once more. */
export function DetailDialog({ partnerName, count, total, busy, onConfirm, ...dialog }: Props) {
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
            Ya, Danai Pinjaman
          </Button>
        </>
      }
    >
      <dl className="hairlines rounded-popup bg-sunken px-4">
        <Fact name="Produk">{partnerName}</Fact>
        <Fact name="Total Pinjaman">
          <Money amount={total} className="text-section font-bold" />
        </Fact>
        <Fact name="Jumlah Pinjaman">
          <span className="figures">{countText(count)} pinjaman</span>
        </Fact>
      </dl>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-13 items-center justify-between gap-6 py-2">
      <dt className="shrink-0 text-mute">{name}</dt>
      <dd className="min-w-0 truncate text-right font-medium">{children}</dd>
    </div>
  )
}
