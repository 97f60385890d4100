import type { FileRun, RefusedLine } from '@pematang/contract/staff/files'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { FactList } from '../../ui/fact-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** What a run of a file found: its end in a sentence, counts and sums, and the refused lines. */
export function RunView({ run: { says, outcome, found, refusals } }: { run: FileRun }) {
  const isBad = outcome !== null && (outcome !== 'DONE' || (found?.refused ?? 0) > 0)
  return (
    <div className="grid gap-4">
      <Notice tone={outcome === null ? 'idle' : isBad ? 'bad' : 'ok'} role="status">
        {says}
      </Notice>
      {found && (
        <FactList
          facts={[
            { label: 'Baris', value: count(found.lines) },
            { label: 'Ditolak', value: count(found.refused) },
            { label: 'Sudah dikenal', value: count(found.known) },
            ...found.words,
            ...(found.amount === null || found.words.some(({ label }) => label === 'Jumlah')
              ? []
              : [{ label: 'Jumlah', value: formatRupiah(found.amount) }]),
          ]}
        />
      )}
      {refusals.length > 0 && <RefusedLines refusals={refusals} total={found?.refused ?? refusals.length} />}
    </div>
  )
}

const count = (number: number): string => number.toLocaleString('id-ID')

const columns: Column<RefusedLine>[] = [
  {
    label: 'Baris',
    isName: true,
    cell: ({ line }) => (line === null ? 'Seluruh berkas' : `Baris ${count(line)}`),
  },
  {
    label: 'Kolom',
    cell: ({ column }) => (column === null ? '–' : <code className="text-meta">{column}</code>),
  },
  { label: 'Alasan', cell: ({ reason }) => reason },
]

function RefusedLines({ refusals, total }: { refusals: readonly RefusedLine[]; total: number }) {
  return (
    <div className="-mx-4 border-t border-line sm:-mx-5">
      <Table
        caption="Baris yang ditolak"
        rows={refusals}
        keyOf={({ line, reason }) => `${line} ${reason}`}
        columns={columns}
      />
      {total > refusals.length && (
        <p className="px-4 py-3 text-table text-mute sm:px-5">
          {`${count(refusals.length)} baris pertama dari ${count(total)} yang ditolak.`}
        </p>
      )}
    </div>
  )
}
