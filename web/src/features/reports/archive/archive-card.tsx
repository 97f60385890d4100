import { businessDateOf } from '@pematang/contract/format/business-date'
import { formatDateLong } from '@pematang/contract/format/date'
import { Download, FileArchive } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { serverNow } from '../../../api/server-time.ts'
import { RowAction } from '../../../lists/row-action.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { archiveAddress } from './archive-address.ts'
import { percentOf, sizeText } from './archive-words.ts'
import { type Archive, isUnderWay, useArchives, useRequestArchive } from './queries.ts'

/**
 * The documents of a year except tax documents as one file, made in the background while the lender can leave the
 * screen.
 */
export function ArchiveCard({ years }: { years: readonly number[] }) {
  const [year, setYear] = useState(() => businessDateOf(serverNow()).slice(0, 4))
  const { data: archives = [] } = useArchives()
  const request = useRequestArchive()
  const options = (years.length > 0 ? years.map(String) : [year]).map((value) => ({ value, label: value }))
  return (
    <Card aria-labelledby="arsip" className="grid content-start gap-4 p-5">
      <div>
        <h2 id="arsip" className="text-section font-semibold">
          Satu tahun dalam satu ZIP
        </h2>
        <p className="mt-1 text-table text-mute">
          Perjanjian dan addendum, factsheet, pemungutan suara, rekening koran yang sudah terbit, dan
          konfirmasi saldo setahun dalam satu berkas. Dokumen pajak tidak termasuk. Pembuatannya berjalan di
          server; halaman ini boleh Anda tinggalkan.
        </p>
      </div>
      <div className="flex items-end gap-3">
        <Select label="Tahun ZIP" value={year} options={options} onChange={setYear} className="flex-1" />
        <Button
          variant="secondary"
          busy={request.isPending || archives.some(isUnderWay)}
          busyLabel="Membuat…"
          icon={<FileArchive aria-hidden className="size-4" />}
          onClick={() => request.mutate(year, { onError: (error) => toast.error(messageOf(error)) })}
        >
          Buat ZIP
        </Button>
      </div>
      {archives.length > 0 && (
        <ul aria-label="ZIP Anda" className="hairlines border-t border-line">
          {archives.map((archive) => (
            <li key={archive.id} className="py-3 last:pb-0">
              <ArchiveRow archive={archive} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function ArchiveRow({ archive }: { archive: Archive }) {
  const { id, year, state, bytes, expiresAt } = archive
  if (state === 'FAILED') {
    return (
      <p className="text-table">
        <span className="font-medium">Dokumen {year}</span>{' '}
        <span className="text-bad">belum berhasil dibuat. Silakan buat lagi.</span>
      </p>
    )
  }
  if (state === 'READY') {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-table">
          <span className="font-medium">Dokumen {year}</span>
          <span className="block text-mute">
            {sizeText(bytes)}
            {expiresAt && `, tersedia sampai ${formatDateLong(expiresAt)}`}
          </span>
        </p>
        <RowAction
          name={`Unduh ZIP dokumen ${year}`}
          icon={<Download aria-hidden className="size-4" />}
          act={async () => saveFile(await archiveAddress(id), `Dokumen ${year}.zip`)}
        >
          Unduh
        </RowAction>
      </div>
    )
  }
  const percent = percentOf(archive)
  return (
    <div className="grid gap-2 text-table">
      <p className="flex justify-between gap-3">
        <span className="font-medium">Dokumen {year}</span>
        <span className="figures text-mute">{state === 'WAITING' ? 'Menunggu giliran' : `${percent}%`}</span>
      </p>
      <ProgressBar percent={percent} label={`Pembuatan ZIP dokumen ${year}`} />
    </div>
  )
}
