import { bareNumber } from '@pematang/contract/bare-number'
import { totpDigits } from '@pematang/contract/lenders/factors/rules'
import { type SubmitEvent, useRef, useState } from 'react'
import { encode } from 'uqr'
import { type Answer, api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'

const formId = 'aplikasi-kode'

type Props = {
  offer: { secret: string; uri: string }
  onAdded: (answer: Answer<'POST /auth/factors/totp'>) => void
  onClose: () => void
}

/** Shows the secret of a new app as a QR code and as letters, and asks for a code of it. */
export function AppDialog({ offer, onAdded, onClose }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || code.trim() === '') return
    setBusy(true)
    try {
      const answer = await api('POST /auth/factors/totp', { body: { code: bareNumber(code) } })
      toast.success('Aplikasi kode terpasang', { about: 'factors' })
      onAdded(answer)
    } catch (failure) {
      setBusy(false)
      setError(messageOf(failure))
      field.current?.focus()
      field.current?.select()
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      locked={busy}
      size="small"
      title="Pasang Aplikasi Kode"
      description="Pindai kode QR ini dengan aplikasi autentikator, lalu tulis kode yang ditampilkannya."
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" form={formId} disabled={bareNumber(code) === ''} busy={busy}>
            Pasang
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pt-1">
        <QrCode text={offer.uri} />
        <div>
          <p className="text-table text-mute">Tidak dapat memindai? Tulis kunci ini di aplikasi:</p>
          <div className="mt-1 flex items-center gap-3">
            <code className="figures min-w-0 flex-1 font-semibold wrap-anywhere">{spaced(offer.secret)}</code>
            <CopyButton text={offer.secret} what="kunci aplikasi" />
          </div>
        </div>
        <TextField
          ref={field}
          label="Kode dari aplikasi"
          hint={`${totpDigits} angka, yang berganti setiap 30 detik.`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={totpDigits + 4}
          value={code}
          error={error}
          onChange={({ target }) => {
            setCode(target.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}

/** Dark modules on white in both colour schemes: not all apps read an inverted code. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text)
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label="Kode QR untuk aplikasi autentikator"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-control bg-white"
    >
      <path d={modules.join('')} fill="#000" />
    </svg>
  )
}

const spaced = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
