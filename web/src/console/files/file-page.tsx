import type { FileRun } from '@pematang/contract/staff/files'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type Answer, call } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { ConfirmDialog, type Confirmation } from '../../parts/confirm-dialog.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../../ui/section.tsx'
import { momentText } from '../../parts/moment-text.ts'
import { paths, proposalPath } from '../paths.ts'
import { StateLabel } from '../proposals/state-label.tsx'
import { useMay } from '../session/me.ts'
import { FileLines } from './file-lines.tsx'
import { RunLabel } from './run-label.tsx'
import { RunView } from './run-view.tsx'

type File = Answer<'GET /files/page'>

/** While a file is tried or imported it is asked for this often, in milliseconds. */
const often = 1_500

const isRunning = ({ runs }: File): boolean => runs[0]?.endedAt === null

/** An uploaded file: its trial with the refused lines, its proposal, its import. */
export function FilePage() {
  const { id = '' } = useParams()
  const query = useCall(
    'GET /files/page',
    { id },
    { every: (data) => (data && isRunning(data) ? often : 15_000) },
  )
  const mayPropose = useMay('WORK')
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const file = query.data
  return (
    <Page
      title={file?.name ?? 'Berkas'}
      back={{ to: paths.files, label: 'Berkas' }}
      mark={file?.last && <RunLabel run={file.last} />}
      lead={file && `${file.title}, diunggah ${file.uploadedBy}, ${momentText(file.at)}`}
      actions={
        file &&
        mayPropose &&
        file.removedAt === null && (
          <>
            <Button
              variant="secondary"
              disabled={isRunning(file)}
              onClick={() => setConfirmation(again(file))}
            >
              Uji coba lagi
            </Button>
            <Button disabled={file.whyNot !== null} onClick={() => setConfirmation(propose(file))}>
              {file.needsSecondPair ? 'Ajukan' : 'Impor'}
            </Button>
          </>
        )
      }
    >
      <Loaded query={query} what="Berkas">
        {(loaded) => <FileSheet file={loaded} mayPropose={mayPropose} />}
      </Loaded>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Page>
  )

  function again({ name }: File): Confirmation {
    return {
      title: 'Uji coba lagi?',
      description: `${name} diuji coba dengan keadaan sekarang. Tidak ada yang ditulis.`,
      confirm: 'Uji coba',
      async act() {
        await call('POST /files/try', { body: { id } })
        await cache.invalidateQueries()
      },
    }
  }

  function propose({ name, sha256, runs, needsSecondPair, title }: File): Confirmation {
    // One key for what is confirmed here: a second press after a lost answer asks for the same.
    const idempotencyKey = crypto.randomUUID()
    const [trial] = runs
    return {
      title: needsSecondPair ? `Ajukan ${name}?` : `Impor ${name}?`,
      description: needsSecondPair
        ? `${title}. Diimpor sesudah orang lain menyetujui isinya, yang dikenali dari sidik SHA-256.`
        : `${title}. Langsung diimpor; tidak ada aturan yang meminta persetujuan.`,
      body: trial && <RunView run={{ ...trial, refusals: [] }} />,
      confirm: needsSecondPair ? 'Ajukan usulan' : 'Impor',
      async act() {
        const { number } = await call('POST /files/propose', { body: { id, sha256 }, idempotencyKey })
        await cache.invalidateQueries()
        toast.success(number === null ? 'Impor dimulai.' : `Usulan ${number} diajukan.`)
        if (number !== null) setTimeout(() => void navigate(proposalPath(number)))
      },
    }
  }
}

function FileSheet({ file, mayPropose }: { file: File; mayPropose: boolean }) {
  const { runs, proposal, whyNot } = file
  const imports = runs.filter(({ what }) => what === 'IMPORT')
  const trial = runs.find(({ what }) => what === 'TRIAL')
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <div className="grid min-w-0 gap-4">
        {mayPropose && whyNot !== null && !isRunning(file) && imports.length === 0 && (
          <Notice tone="warn">{whyNot}</Notice>
        )}
        {imports.map((run) => (
          <RunSection key={run.id} title="Impor" run={run} />
        ))}
        {trial && <RunSection title="Uji coba" run={trial} />}
        <FileLines file={file} />
      </div>
      <Section title="Berkas">
        <FactList
          className="@min-[36rem]:grid-cols-1"
          facts={[
            { label: 'Jenis', value: file.title },
            ...(proposal
              ? [
                  {
                    label: 'Usulan',
                    value: (
                      <span className="inline-flex flex-wrap items-center gap-2">
                        <Link
                          to={proposalPath(proposal.number)}
                          className="font-medium text-brand hover:underline"
                        >
                          {`Usulan ${proposal.number}`}
                        </Link>
                        <StateLabel state={proposal.state} />
                      </span>
                    ),
                  },
                ]
              : []),
            { label: 'Ukuran', value: `${file.bytes.toLocaleString('id-ID')} byte` },
            { label: 'Diunggah', value: `${momentText(file.at)}, ${file.uploadedBy}` },
            ...(file.removedAt ? [{ label: 'Isi dihapus', value: momentText(file.removedAt) }] : []),
            { label: 'Perintah', value: <code className="text-meta">{typed(file.command)}</code> },
            { label: 'SHA-256', value: <code className="text-meta">{file.sha256}</code> },
          ]}
        />
      </Section>
    </div>
  )
}

/** A command with its options as one types it, of its name and the options as JSON. */
function typed(command: string): string {
  const end = command.indexOf(' {')
  const options = Object.keys(JSON.parse(command.slice(end + 1)) as object)
  const flags = options.map(
    (name) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  )
  return [command.slice(0, end), ...flags].join(' ')
}

const RunSection = ({ title, run }: { title: string; run: FileRun }) => (
  <Section
    title={title}
    aside={<span className="text-table text-mute">{`${run.by}, ${momentText(run.endedAt ?? run.at)}`}</span>}
  >
    <RunView run={run} />
  </Section>
)
