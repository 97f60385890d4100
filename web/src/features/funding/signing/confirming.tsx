import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const stage = 'mx-auto grid w-full max-w-120 justify-items-center gap-3 px-6 py-14 text-center mt-[8vh]'

/** Shown when the provider has reported the signature and our server has not confirmed it yet. */
export function Confirming() {
  return (
    <Card className={stage} role="status">
      <Spinner className="size-10 text-brand" />
      <h1 className="mt-4 text-section font-semibold">Menunggu konfirmasi</h1>
      <p className="max-w-90 text-mute text-balance">
        Kami sedang memastikan tanda tangan Anda. Ini biasanya hanya beberapa detik.
      </p>
    </Card>
  )
}

/** Shown when the confirmation takes longer than expected. The funding continues when the lender leaves this screen. */
export function StillProcessed({ onLeave }: { onLeave: () => void }) {
  return (
    <Card className={stage} role="status">
      <HourGlass />
      <h1 className="mt-4 text-section font-semibold">Pendanaan Anda sedang diproses</h1>
      <p className="max-w-95 text-mute text-balance">
        Konfirmasi belum kami terima. Anda tidak perlu menunggu di sini atau mengulang: hasilnya akan tampil
        di Portofolio.
      </p>
      <Button onClick={onLeave} className="mt-4">
        Lihat Portofolio
      </Button>
    </Card>
  )
}

/** Shown when the time for signing is over and the outcome of the funding is not known yet. */
export function TimeOver({ onLeave }: { onLeave: () => void }) {
  return (
    <Card className={stage} role="status">
      <HourGlass />
      <h1 className="mt-4 text-section font-semibold">Batas waktu tanda tangan sudah lewat</h1>
      <p className="max-w-95 text-mute text-balance">
        Kami sedang memastikan hasilnya. Jika perjanjian belum ditandatangani, dana yang disisihkan kembali ke
        cash balance Anda. Anda tidak perlu menunggu di sini: hasilnya juga akan tampil di Portofolio.
      </p>
      <Button onClick={onLeave} className="mt-4">
        Lihat Portofolio
      </Button>
    </Card>
  )
}

function HourGlass() {
  return (
    <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden>
      <circle cx="48" cy="48" r="44" fill="var(--color-warn-tint)" />
      <g fill="none" stroke="var(--color-warn)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M33 24h30M33 72h30" />
        <path d="M37 24c0 14 11 16 11 24s-11 10-11 24M59 24c0 14-11 16-11 24s11 10 11 24" />
        <path d="M42 66c2-5 10-5 12 0" opacity=".6" />
      </g>
    </svg>
  )
}
