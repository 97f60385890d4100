import { businessDateOf } from '@pematang/contract/format/business-date'
import { useState } from 'react'
import { serverNow } from '../../../api/server-time.ts'
import { useIsMember } from '../../../company/use-company.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'

/** The calls, in the order in which a system begins: what it is, and its path with an example of its query. */
const callsOn = (day: string): readonly (readonly [what: string, path: string])[] => [
  ['Saldo sekarang', '/cash'],
  ['Posisi pendanaan pada akhir suatu hari', `/positions?on=${day}`],
  ['Jadwal angsuran', '/schedule'],
  ['Mutasi, dari yang terlama; lanjutkan dengan cursor dari jawaban', '/transactions?limit=1000'],
  ['Peristiwa, dari yang terlama; lanjutkan dengan cursor dari jawaban', '/events?limit=1000'],
  ['Angka rekening koran bulanan', '/statements'],
  ['Pinjaman yang ditawarkan', '/offers'],
  ['Dokumen pendanaan', '/documents'],
  ['Unduh satu dokumen menurut namanya', '/documents/download?name=NAMA.pdf'],
]

const withdrawal = `{"call":"withdraw","body":{"amount":1000000,"bankCode":"009","accountNumber":"NOMOR","accountName":"NAMA","methodPayment":1,"reason":"ALASAN"}}`

/** The calls of a company's key that proposes: what it is, its path, and what else curl is given. */
const proposals: readonly (readonly [what: string, path: string, more: string])[] = [
  [
    'Ajukan usulan (kunci yang boleh mengajukan)',
    '/proposals',
    `-H "Idempotency-Key: $(uuidgen)" -H "Content-Type: application/json" -d '${withdrawal}' `,
  ],
  ['Usulan dari sistem Anda, dengan keadaannya', '/proposals?limit=100', ''],
  ['Satu usulan menurut nomornya', '/proposals/one?number=1', ''],
]

/** A line for the shell for each call of the API. */
export function CurlLines() {
  const [day] = useState(() => businessDateOf(serverNow()))
  const isMember = useIsMember()
  const calls = [...callsOn(day).map((call) => [...call, ''] as const), ...(isMember ? proposals : [])]
  const base = `${window.location.origin}/api/v1/partner`
  return (
    <section aria-labelledby="panggilan" className="mt-8">
      <h2 id="panggilan" className="text-section font-semibold">
        Panggilan
      </h2>
      <p className="mt-0.5 text-table text-mute">
        Simpan kunci di variabel <code>PEMATANG_KEY</code>. Semua panggilan dan jawabannya:{' '}
        <a
          className="font-medium text-brand underline-offset-4 hover:underline"
          href={`${base}/openapi.json`}
          target="_blank"
          rel="noreferrer"
        >
          openapi.json
        </a>
      </p>
      <ul className="hairlines mt-5 rounded-card bg-surface px-5 py-2 shadow-card">
        {calls.map(([what, path, more]) => {
          const line = `curl -H "Authorization: Bearer $PEMATANG_KEY" ${more}"${base}${path}"`
          return (
            <li key={path} className="flex flex-wrap items-center gap-3 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-medium">{what}</p>
                <code className="mt-1 block text-table text-mute wrap-anywhere">{line}</code>
              </div>
              <CopyButton text={line} what={`baris untuk ${what.toLowerCase()}`} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
