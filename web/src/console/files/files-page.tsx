import type { FileRow } from '@pematang/contract/staff/files'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { useRows } from '../api/use-rows.ts'
import { Lines, Loaded } from '../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../../ui/section.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { momentText } from '../../parts/moment-text.ts'
import { filePath, proposalPath } from '../paths.ts'
import { StateLabel } from '../proposals/state-label.tsx'
import { useMay } from '../session/me.ts'
import { RunLabel } from './run-label.tsx'
import { UploadForm } from './upload-form.tsx'

const columns: Column<FileRow>[] = [
  {
    label: 'Berkas',
    isName: true,
    cell: ({ id, name, title }) => (
      <Link to={filePath(id)} className="hover:underline">
        {name}
        <span className="block text-meta font-normal text-mute">{title}</span>
      </Link>
    ),
  },
  { label: 'Diunggah', cell: ({ at }) => <span className="figures">{momentText(at)}</span> },
  { label: 'Oleh', cell: ({ uploadedBy }) => uploadedBy },
  {
    label: 'Keadaan',
    cell: ({ last, removedAt }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-2 @min-[44rem]:justify-start">
        {last && <RunLabel run={last} />}
        {removedAt && <span className="text-meta text-mute">isi dihapus</span>}
      </span>
    ),
  },
  {
    label: 'Usulan',
    cell: ({ proposal }) =>
      proposal ? (
        <Link to={proposalPath(proposal.number)} className="inline-flex items-center gap-2 hover:underline">
          <span className="figures">{proposal.number}</span>
          <StateLabel state={proposal.state} />
        </Link>
      ) : (
        <span className="text-mute">–</span>
      ),
  },
]

/** Files that are imported: upload, trial, proposal, and what became of each. */
export function FilesPage() {
  const query = useRows('GET /files', {})
  const mayUpload = useMay('WORK')
  return (
    <Page
      title="Berkas"
      lead="Berkas diuji coba dahulu, lalu diajukan; sesudah disetujui, diimpor dengan sendirinya."
    >
      {mayUpload && <UploadForm />}
      <Section title="Berkas yang diunggah" flush>
        {query.rows === undefined ? (
          query.error ? (
            <Loaded query={query} what="Daftar berkas">
              {() => null}
            </Loaded>
          ) : (
            <Lines count={4} />
          )
        ) : query.rows.length === 0 ? (
          <EmptyState picture="list" title="Belum ada berkas">
            {mayUpload ? 'Pilih jenis dan berkasnya di atas.' : 'Berkas yang diunggah rekan muncul di sini.'}
          </EmptyState>
        ) : (
          <Table
            caption="Berkas"
            rows={query.rows}
            keyOf={({ id }) => id}
            refreshing={query.isPlaceholderData}
            columns={columns}
          />
        )}
        <MoreRows query={query} />
      </Section>
    </Page>
  )
}
