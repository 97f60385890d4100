import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { type SubmitEvent, useRef, useState } from 'react'
import type { CallOptions } from '../../../api/client.ts'
import { serverNow } from '../../../api/server-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export type KeyTerms = CallOptions<'POST /keys'>['body']

const formId = 'kunci-baru'
const spans = [
  { value: '90', label: '90 hari' },
  { value: '365', label: '1 tahun' },
  { value: '0', label: 'Sampai dicabut' },
] as const
type Span = (typeof spans)[number]['value']

type Props = {
  /** Whether the key can be one that proposes. */
  mayPropose: boolean
  busy: boolean
  onMake: (terms: KeyTerms) => void
  onClose: () => void
}

/** Name, right, end and networks of a new key. */
export function NewKeyDialog({ mayPropose, busy, onMake, onClose }: Props) {
  const [label, setLabel] = useState('')
  const [span, setSpan] = useState<Span>('365')
  const [networks, setNetworks] = useState('')
  const [proposes, setProposes] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    if (label.trim() === '') {
      setError('Tulis nama kunci.')
      field.current?.focus()
      return
    }
    onMake({
      label: label.trim(),
      right: proposes ? 'PROPOSE' : 'READ',
      networks: networks.split(/[\s,]+/).filter((one) => one !== ''),
      lastDay: span === '0' ? null : addDays(businessDateOf(serverNow()), Number(span)),
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      locked={busy}
      size="small"
      title="Buat Kunci"
      description="Kunci ditampilkan satu kali. Simpan di sistem Anda, bukan di email atau percakapan."
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Buat kunci
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        <TextField
          ref={field}
          label="Nama kunci"
          hint="Sistem yang memakainya, misalnya buku besar."
          maxLength={60}
          value={label}
          error={error}
          onChange={({ target }) => {
            setLabel(target.value)
            setError(null)
          }}
        />
        {mayPropose && (
          <Checkbox checked={proposes} onChange={setProposes}>
            Boleh mengajukan usulan. Rekan Anda yang memutuskan, bukan Anda.
          </Checkbox>
        )}
        <Select label="Masa berlaku" options={spans} value={span} onChange={setSpan} />
        <TextField
          label="Jaringan (boleh kosong)"
          hint="Alamat IP atau CIDR, dipisah koma. Kosong berarti dari mana pun."
          placeholder="203.0.113.0/24"
          value={networks}
          onChange={({ target }) => setNetworks(target.value)}
        />
      </form>
    </Dialog>
  )
}
