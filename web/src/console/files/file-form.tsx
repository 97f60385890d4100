import type { FileKind } from '@pematang/contract/staff/files'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldFrame } from '../../ui/field.tsx'
import { type Answer, call } from '../api/call.ts'
import { ChoiceField } from '../parts/choice-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { proposalPath } from '../paths.ts'
import { sentenceOf } from '../session/message.ts'
import { FileInput } from './file-input.tsx'
import { TrialView } from './trial-view.tsx'

type Kept = Answer<'POST /files'>
type Trial = Answer<'POST /files/try'>
type Props = { kinds: readonly FileKind[]; maxBytes: number; onAgain: () => void }

/** The kind of the file, the file, and its trial run. */
export function FileForm({ kinds, maxBytes, onAgain }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const [command, setCommand] = useState('')
  const [options, setOptions] = useState<readonly string[]>([])
  const [kept, setKept] = useState<Kept | null>(null)
  const [trial, setTrial] = useState<Trial | null>(null)
  const [busy, setBusy] = useState<'upload' | 'trial' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const kind = kinds.find((one) => one.command === command)
  const chosen = kept && { sha256: kept.sha256, command, options: [...options] }

  async function upload(file: File) {
    setTrial(null)
    setKept(null)
    if (file.size > maxBytes) return setFault(`Berkas terlalu besar: paling banyak ${megabytes(maxBytes)}.`)
    await work('upload', async () => {
      setKept(await call('POST /files', { query: { name: file.name.slice(-100) }, body: file }))
    })
  }
  const attempt = () =>
    work('trial', async () => {
      if (chosen) setTrial(await call('POST /files/try', { body: chosen }))
    })

  async function work(what: NonNullable<typeof busy>, run: () => Promise<void>) {
    setBusy(what)
    setFault(null)
    try {
      await run()
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <Section title="Berkas" className="max-w-220">
        <div className="grid gap-4">
          <ChoiceField
            label="Jenis berkas"
            className="max-w-110"
            value={command}
            placeholder="Pilih jenis"
            options={kinds.map(({ command: value, title }) => ({ value, label: title }))}
            onChange={(value) => {
              setCommand(value)
              setOptions([])
              setTrial(null)
            }}
          />
          {kind && (
            <div className="grid gap-1">
              <p className="text-meta text-mute">Baris pertama berkas</p>
              <code className="rounded-control bg-sunken px-3 py-2 text-meta wrap-anywhere">{kind.columns}</code>
            </div>
          )}
          {kind?.options.map(({ name, label }) => (
            <Checkbox
              key={name}
              checked={options.includes(name)}
              onChange={(checked) => {
                setOptions((before) => (checked ? [...before, name] : before.filter((one) => one !== name)))
                setTrial(null)
              }}
            >
              {label}
            </Checkbox>
          ))}
          <FieldFrame id={id} label="Berkas CSV" hint={`Paling banyak ${megabytes(maxBytes)}.`}>
            <FileInput
              id={id}
              label={kept ? 'Ganti berkas' : 'Pilih atau letakkan berkas di sini'}
              accept=".csv,text/csv"
              busy={busy === 'upload'}
              onFile={(file) => void upload(file)}
            />
          </FieldFrame>
          {kept && (
            <p role="status" className="text-table wrap-anywhere">
              <span className="font-medium">{kept.name}</span>
              <span className="text-mute">{` · ${kept.bytes.toLocaleString('id-ID')} byte · SHA-256 `}</span>
              <code className="text-meta text-mute">{kept.sha256}</code>
            </p>
          )}
          {fault && (
            <Notice tone="bad" role="alert">
              {fault}
            </Notice>
          )}
          <div>
            <Button
              disabled={!kind || !kept}
              busy={busy === 'trial'}
              busyLabel="Menjalankan percobaan…"
              onClick={() => void attempt()}
            >
              Jalankan percobaan
            </Button>
          </div>
        </div>
      </Section>
      {trial && chosen && kind && (
        <TrialView
          trial={trial}
          title={kind.title}
          chosen={chosen}
          onProposed={(number) => void navigate(proposalPath(number))}
          onAgain={onAgain}
        />
      )}
    </>
  )
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`
