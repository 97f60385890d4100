import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { Checkbox } from '../../ui/checkbox.tsx'
import { describedBy, FieldFrame } from '../../ui/field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { FileInput } from '../actions/file-input.tsx'
import { type Answer, call } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { filePath } from '../paths.ts'
import { sentenceOf } from '../../parts/sentence.ts'
import { faultOfFile } from './file-fault.ts'

type Kinds = Answer<'GET /files/kinds'>

/** The form of an upload: what kind of file it is, its options, and the file. */
export function UploadForm() {
  const query = useCall('GET /files/kinds')
  return (
    <Section title="Unggah berkas" className="max-w-180">
      <Loaded query={query} what="Jenis berkas" lines={3}>
        {(kinds) => <Form {...kinds} />}
      </Loaded>
    </Section>
  )
}

function Form({ kinds, mostBytes, days }: Kinds) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const id = useId()
  const [command, setCommand] = useState(kinds[0]?.command ?? '')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const kind = kinds.find((one) => one.command === command)

  async function upload(file: File) {
    const found = faultOfFile(file, mostBytes)
    setFault(found)
    if (found) return
    setBusy(true)
    try {
      const body = new Uint8Array(await file.arrayBuffer())
      const query = { command, name: file.name.slice(-200), options: chosen.join(',') }
      const kept = await call('POST /files', { query, body })
      await cache.invalidateQueries()
      if (!kept.isNew) toast.info('Berkas dengan isi yang sama sudah pernah diunggah; ini halamannya.')
      void navigate(filePath(kept.id))
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  const frame = {
    label: 'Berkas CSV',
    error: fault,
    hint: `Paling besar ${Math.floor(mostBytes / 1024 / 1024)} MB. Belum ada yang berubah: berkasnya diuji coba dahulu. Isinya disimpan terenkripsi, dan dihapus ${days} hari sesudah hal terakhir yang terjadi padanya.`,
  }
  return (
    <div className="grid gap-4">
      <ChoiceField
        label="Jenis berkas"
        value={command}
        options={kinds.map((one) => ({ value: one.command, label: one.title }))}
        onChange={(value) => {
          setCommand(value)
          setChosen([])
          setFault(null)
        }}
      />
      {kind && (
        <p className="text-table text-mute">
          Kolom: <code className="text-meta wrap-anywhere">{kind.columns.join(', ')}</code>
        </p>
      )}
      {kind?.options.map(({ name, label }) => (
        <Checkbox
          key={name}
          checked={chosen.includes(name)}
          onChange={(isChosen) =>
            setChosen((before) => (isChosen ? [...before, name] : before.filter((one) => one !== name)))
          }
        >
          {label}
        </Checkbox>
      ))}
      <FieldFrame id={id} {...frame}>
        <FileInput
          id={id}
          label={busy ? 'Mengunggah…' : 'Pilih berkas, atau jatuhkan di sini'}
          accept=".csv,text/csv"
          busy={busy}
          isInvalid={fault !== null}
          describedBy={describedBy(id, frame)}
          onFile={(file) => void upload(file)}
        />
      </FieldFrame>
    </div>
  )
}
