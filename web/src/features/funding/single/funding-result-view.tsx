import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import type { FundingResult } from './funding-result.ts'
import { FailurePicture, SuccessPicture } from './result-pictures.tsx'

type Props = { result: FundingResult; onDashboard: () => void; onMarketplace: () => void }

/** The result of a funding: the amount first, then links to the next screens. */
export function FundingResultView({ result, onDashboard, onMarketplace }: Props) {
  const { outcome, loanNumber, amount, reason } = result
  const success = outcome === 'success'
  return (
    <Card className="mx-auto mt-[4vh] w-full max-w-130 overflow-hidden text-center">
      {success ? <SuccessPicture /> : <FailurePicture />}
      <div className="grid justify-items-center px-6 pt-7 pb-8 sm:px-10">
        <div role="status">
          <h1 className="text-h1 font-bold">{success ? 'Pendanaan Berhasil' : 'Pendanaan Gagal'}</h1>
        </div>
        <p className="mt-2 max-w-95 text-mute text-balance">
          {success
            ? 'Perjanjian sudah ditandatangani dan dana Anda sudah tercatat pada pinjaman ini.'
            : (reason ?? 'Pendanaan Anda belum dapat diproses. Coba beberapa saat lagi.')}
        </p>
        <dl className="hairlines mt-6 w-full rounded-popup bg-sunken px-4 sm:px-5 text-left">
          <div className="flex min-h-14 items-center justify-between gap-4">
            <dt className="shrink-0 text-mute max-sm:text-table">Jumlah pendanaan</dt>
            <dd className="text-section font-bold">
              <Money amount={amount} />
            </dd>
          </div>
          <div className="flex min-h-14 items-center justify-between gap-4">
            <dt className="shrink-0 text-mute max-sm:text-table">Nomor pinjaman</dt>
            <dd className="figures font-medium">{loanNumber}</dd>
          </div>
        </dl>
        <div className="mt-7 grid w-full gap-3 sm:grid-flow-col sm:auto-cols-fr">
          {success && <Button onClick={onDashboard}>Lihat Dashboard</Button>}
          <Button variant={success ? 'secondary' : 'primary'} onClick={onMarketplace}>
            Kembali ke marketplace
          </Button>
        </div>
      </div>
    </Card>
  )
}
