import { KeyRound } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { call } from '../api/call.ts'
import { base, paths } from '../paths.ts'
import { sentenceOf } from '../../parts/sentence.ts'
import { makePasskey } from '../../ui/passkey.ts'
import { Frame } from './frame.tsx'
import { LabelField, labelFault } from './label-field.tsx'

/** The first passkey by the link of an invitation. The token is behind the #, which no server's log sees. */
export function Invitation() {
  const [token] = useState(() => location.hash.slice(1))
  const [label, setLabel] = useState('')
  const [labelError, setLabelError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  async function accept(event: SyntheticEvent) {
    event.preventDefault()
    const missing = labelFault(label)
    setLabelError(missing)
    if (missing || busy) return
    setBusy(true)
    setFault(null)
    try {
      const attestation = await makePasskey(await call('POST /invitation/challenge', { body: { token } }))
      await call('POST /invitation', { body: { token, label: label.trim(), attestation } })
      location.replace(base + paths.passkeys)
    } catch (error) {
      setFault(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Frame title="Undangan konsol">
      {token === '' ? (
        <p className="text-mute">
          Tautan ini tidak lengkap. Buka tautan undangan sebagaimana diberikan kepada Anda, atau minta yang
          baru.
        </p>
      ) : (
        <form className="grid gap-5" noValidate onSubmit={(event) => void accept(event)}>
          <p className="text-mute">
            Buat passkey pertama Anda. Tautan ini hanya berlaku sekali. Setelah itu Anda masuk dan dapat
            membuat passkey kedua, yang diperlukan untuk memutuskan usulan.
          </p>
          <LabelField value={label} onChange={setLabel} error={labelError} />
          <Button
            type="submit"
            wide
            icon={<KeyRound size={18} aria-hidden />}
            busy={busy}
            busyLabel="Menunggu passkey…"
          >
            Buat passkey
          </Button>
          <p role="alert" className={fault ? 'text-table text-bad' : 'sr-only'}>
            {fault}
          </p>
        </form>
      )}
    </Frame>
  )
}
