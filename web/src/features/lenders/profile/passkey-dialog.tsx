import { type SubmitEvent, useRef, useState } from 'react'
import { type Answer, api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { isPasswordMissing, type WithPassword } from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { makePasskey, PasskeyError } from '../../../ui/passkey.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'

const formId = 'passkey-baru'
const longest = 60

type Props = {
  withProof: WithPassword
  onAdded: (answer: Answer<'POST /auth/factors/passkeys'>) => void
  onClose: () => void
}

/** Names a passkey and lets the device make it. */
export function PasskeyDialog({ withProof, onAdded, onClose }: Props) {
  const [label, setLabel] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function refuse(sentence: string | null) {
    setError(sentence)
    field.current?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    if (label.trim() === '') return refuse('Tulis nama passkey.')
    setBusy(true)
    setError(null)
    try {
      const attestation = await makePasskey(await withProof(() => api('POST /auth/factors/passkeys/offer')))
      const answer = await api('POST /auth/factors/passkeys', { body: { label: label.trim(), attestation } })
      toast.success('Passkey tersimpan', { about: 'factors' })
      onAdded(answer)
    } catch (failure) {
      setBusy(false)
      if (isPasswordMissing(failure)) return refuse(null)
      refuse(failure instanceof PasskeyError ? failure.message : messageOf(failure))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      locked={busy}
      size="small"
      title="Tambah Passkey"
      description="Passkey disimpan di perangkat ini atau di kunci keamanan, dan dibuka dengan sidik jari, wajah, atau PIN."
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Menunggu perangkat…">
            Buat passkey
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="pt-1">
        <TextField
          ref={field}
          label="Nama passkey"
          hint="Supaya Anda mengenalinya nanti, misalnya HP saya."
          maxLength={longest}
          value={label}
          error={error}
          onChange={({ target }) => {
            setLabel(target.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}
