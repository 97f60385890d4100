import { FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { describedBy, FieldFrame, type FieldProps } from '../../ui/field.tsx'
import { sha256Of } from './sha256.ts'
import { FileInput } from './file-input.tsx'

type Props = FieldProps & { value: string; onChange: (sha256: string) => void }

/** A document that stays with the operator: only the SHA-256 of its content is sent. */
export function DocumentField({ value, onChange, ...frame }: Props) {
  const id = useId()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  async function take(file: File) {
    setBusy(true)
    try {
      onChange(await sha256Of(file))
      setName(file.name)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FieldFrame id={id} {...frame}>
      <FileInput
        id={id}
        label={value === '' ? 'Pilih berkas' : 'Ganti berkas'}
        busy={busy}
        describedBy={describedBy(id, frame)}
        isInvalid={Boolean(frame.error)}
        onFile={(file) => void take(file)}
      />
      {value !== '' && (
        <p className="flex min-w-0 items-start gap-2 text-table">
          <FileText size={16} aria-hidden className="mt-0.5 shrink-0 text-mute" />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{name}</span>
            <code className="block text-meta text-mute">{value}</code>
          </span>
        </p>
      )}
    </FieldFrame>
  )
}
