import { Button } from '../../../ui/button.tsx'
import { countText } from '../../../ui/count-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { useProgress } from './progress.ts'

type Props = {
  bulkFundingNumber: string
  /**
   * The requested amount in whole rupiah. The reserved amount may be less if other lenders took part of it meanwhile.
   */
  asked: { count: number; total: number }
  onProgress: () => void
  onMarketplace: () => void
}

/** Step 4: the money is reserved, and the loans are funded in the background. */
export function ProcessedDialog({ bulkFundingNumber, asked, onProgress, onMarketplace }: Props) {
  const run = useProgress()?.runs.find((each) => each.bulkFundingNumber === bulkFundingNumber)
  return (
    <Dialog
      open
      locked
      onOpenChange={() => undefined}
      title="Pendanaan Diproses"
      footer={
        <>
          <Button variant="secondary" onClick={onMarketplace}>
            Kembali ke Marketplace
          </Button>
          <Button onClick={onProgress}>Lihat Progress Pendanaan</Button>
        </>
      }
    >
      <ManyPicture />
      <p className="mt-4 text-mute">
        Dana <Money amount={run?.totalAmount ?? asked.total} className="font-semibold text-ink" /> untuk{' '}
        <span className="figures font-semibold text-ink">
          {countText(run?.totalLoan ?? asked.count)} pinjaman
        </span>{' '}
        sudah disisihkan dari Cash Balance. Pinjaman didanai satu per satu; Anda tidak perlu menunggu di
        halaman ini. Dana untuk pinjaman yang tidak dapat didanai kembali ke Cash Balance.
      </p>
    </Dialog>
  )
}

/** Picture of terraces that are planted row by row. */
function ManyPicture() {
  return (
    <svg viewBox="0 0 512 120" aria-hidden className="block w-full rounded-popup">
      <rect width="512" height="120" fill="var(--color-brand-tint)" />
      <path d="M0 62c90-30 170-30 256-8s170 18 256-10v76H0z" fill="var(--color-brand)" opacity=".12" />
      <path d="M0 84c90-26 170-26 256-6s170 14 256-8v50H0z" fill="var(--color-brand)" opacity=".16" />
      <path d="M0 104c90-20 170-20 256-4s170 10 256-6v26H0z" fill="var(--color-brand)" opacity=".22" />
      <g fill="none" stroke="var(--color-brand)" strokeWidth="2.5" strokeLinecap="round">
        {seedlings.map(([x, y], index) => (
          <path
            key={x}
            d={`M${x} ${y}v-16m0 7c-7 0-10-5-10-9 7 0 10 4 10 9Zm0-3c7 0 10-5 10-9-7 0-10 4-10 9Z`}
            opacity={index < 5 ? 1 : 0.28}
          />
        ))}
      </g>
    </svg>
  )
}

const seedlings = [
  [56, 48],
  [112, 42],
  [168, 42],
  [224, 48],
  [280, 56],
  [336, 60],
  [392, 58],
  [448, 52],
] as const
