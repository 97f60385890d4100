import type { BorrowerRecord } from '@pematang/contract/funding/marketplace/loan'
import { groupThousands } from '@pematang/contract/format/rupiah'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/cx.ts'

const groups = [
  { key: 'onTime', name: 'Selalu tepat waktu', mark: 'bg-ok' },
  { key: 'paidLate', name: 'Pernah terlambat, sudah dibayar', mark: 'bg-warn-mark' },
  { key: 'lateNow', name: 'Terlambat saat ini', mark: 'hatch border border-bad' },
  { key: 'restructured', name: 'Direstrukturisasi', mark: 'bg-field-line' },
  { key: 'writtenOff', name: 'Dihapusbukukan', mark: 'bg-bad' },
] as const

const count = (loans: number) => groupThousands(String(loans))

/** The borrower's repayment history, as numbers of disbursed loans. */
export function RecordPanel({ record }: { record: BorrowerRecord }) {
  const { loans, running, repaid } = record
  return (
    <Card aria-label="Catatan Penerima Dana" className="grid content-start gap-4 p-4 md:p-6">
      <h2 className="text-section font-semibold">Catatan Penerima Dana di sini</h2>
      {loans === 0 ? (
        <p className="text-table text-mute">
          Belum ada pinjaman Penerima Dana ini yang dicairkan di sini, jadi belum ada catatan pembayarannya.
        </p>
      ) : (
        <>
          <p className="text-table">
            <span className="font-semibold">{count(loans)} pinjaman dicairkan</span>
            <span className="text-mute">
              : {count(repaid)} lunas, {count(running)} berjalan.
            </span>
          </p>
          <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full">
            {groups.map(
              ({ key, mark }) =>
                record[key] > 0 && (
                  <span
                    key={key}
                    className={cx('min-w-1 print:[print-color-adjust:exact]', mark)}
                    style={{ flexGrow: record[key] }}
                  />
                ),
            )}
          </div>
          <dl className="hairlines text-table">
            {groups.map(({ key, name, mark }) => (
              <div key={key} className="flex min-h-10 items-center justify-between gap-6 py-2">
                <dt className="flex items-center gap-2">
                  <span
                    aria-hidden
                    className={cx('size-2.5 rounded-[3px] print:[print-color-adjust:exact]', mark)}
                  />
                  {name}
                </dt>
                <dd className={cx('figures', record[key] === 0 ? 'text-mute' : 'font-semibold')}>
                  {count(record[key])}
                </dd>
              </div>
            ))}
          </dl>
          <p className="text-meta text-mute">
            Tiap pinjaman dihitung sekali. Hanya pinjaman melalui layanan ini; catatan lalu tidak menjamin
            pembayaran berikutnya.
          </p>
        </>
      )}
    </Card>
  )
}
