import { formatRupiah } from '@pematang/contract/format/rupiah'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type Answer, call } from '../api/call.ts'
import { ConfirmDialog, type Confirmation } from '../parts/confirm-dialog.tsx'
import { FactList } from '../parts/fact-list.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { RefusedLines } from './refused-lines.tsx'

type Trial = Answer<'POST /files/try'>

type Props = {
  trial: Trial
  title: string
  chosen: { sha256: string; command: string; options: string[] }
  onProposed: (number: number) => void
  onAgain: () => void
}

const count = (lines: number) => lines.toLocaleString('id-ID')

/** What a trial run found, and the way on: to propose, or to another file. */
export function TrialView({ trial, title, chosen, onProposed, onAgain }: Props) {
  const cache = useQueryClient()
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const { lines, refused, refusals, report, amount, canBeProposed } = trial
  const facts = [
    { label: 'Baris', value: count(lines) },
    { label: 'Ditolak', value: count(refused) },
    ...(amount === null ? [] : [{ label: 'Jumlah', value: formatRupiah(amount) }]),
    ...report,
  ]
  function ask() {
    const idempotencyKey = crypto.randomUUID()
    setConfirmation({
      title: `Ajukan ${title.toLowerCase()}?`,
      description: 'Isi berkas dikunci dengan SHA-256. Setelah disetujui, berkas ini diimpor, bukan yang lain.',
      body: <FactList facts={facts} />,
      confirm: 'Ajukan usulan',
      busy: 'Mengajukan…',
      async act() {
        const { number, isNew } = await call('POST /files/propose', { body: chosen, idempotencyKey })
        await cache.invalidateQueries()
        if (number === null) return
        if (isNew) toast.success(`Usulan ${number} diajukan.`)
        else toast.info(`Berkas yang sama sudah menunggu: usulan ${number}.`)
        setTimeout(() => onProposed(number))
      },
    })
  }
  return (
    <Section title="Hasil percobaan" className="max-w-220">
      <div className="grid gap-4">
        {refused === 0 ? (
          <Notice tone="ok" role="status">{`Semua ${count(lines)} baris dapat diterima.`}</Notice>
        ) : (
          <Notice tone="bad" role="status">
            {canBeProposed
              ? `${count(refused)} dari ${count(lines)} baris ditolak; sisanya dapat diajukan.`
              : `${count(refused)} dari ${count(lines)} baris ditolak. Perbaiki berkasnya, lalu unggah lagi: berkas uang hanya dapat diajukan bila semua barisnya diterima.`}
          </Notice>
        )}
        <FactList facts={facts} />
        {refusals.length > 0 && <RefusedLines refusals={refusals} />}
        {refusals.length < refused && (
          <p className="text-table text-mute">{`Ditampilkan ${count(refusals.length)} penolakan pertama.`}</p>
        )}
        <div className="flex flex-wrap gap-2">
          {canBeProposed && <Button onClick={ask}>Ajukan usulan</Button>}
          <Button variant="secondary" onClick={onAgain}>
            Berkas lain
          </Button>
        </div>
      </div>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}
