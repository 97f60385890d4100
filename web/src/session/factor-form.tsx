import { bareNumber } from '@pematang/contract/bare-number'
import type { FactorAnswer, FactorOffer } from '@pematang/contract/lenders/factors/endpoints'
import { totpDigits } from '@pematang/contract/lenders/factors/rules'
import { Fingerprint } from 'lucide-react'
import { type RefObject, type SubmitEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { signWithPasskey } from '../ui/passkey.ts'
import { TextField } from '../ui/text-field.tsx'

type Way = 'code' | 'recoveryCode'

type Props = {
  offer: FactorOffer
  busy: boolean
  error: string | null
  fieldRef: RefObject<HTMLInputElement | null>
  /** Called with what the lender shows, or with why the device gave nothing. */
  onAnswer: (answer: FactorAnswer) => void
  onFailure: (sentence: string) => void
  onType: () => void
}

/** The ways to show the second factor: a passkey, a code of an app, and a recovery code. */
export function FactorForm({ offer, busy, error, fieldRef, onAnswer, onFailure, onType }: Props) {
  const first: Way | null = offer.totp ? 'code' : null
  const [way, setWay] = useState<Way | null>(first)
  const [typed, setTyped] = useState('')
  const { assertion } = offer

  async function sign() {
    if (!assertion) return
    try {
      onAnswer({ assertion: await signWithPasskey(assertion) })
    } catch (failure) {
      onFailure(failure instanceof Error ? failure.message : String(failure))
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = way === 'code' ? bareNumber(typed) : typed.trim()
    if (busy || way === null) return
    if (text === '') return onFailure(way === 'code' ? 'Tulis kode dari aplikasi.' : 'Tulis kode pemulihan.')
    onAnswer(way === 'code' ? { code: text } : { recoveryCode: text })
  }

  function choose(next: Way | null) {
    setWay(next)
    setTyped('')
    onType()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4 pt-1">
      {assertion && way !== 'recoveryCode' && (
        <Button
          variant={way === null ? 'primary' : 'secondary'}
          wide
          disabled={busy}
          icon={<Fingerprint size={18} aria-hidden />}
          onClick={() => void sign()}
        >
          Gunakan passkey
        </Button>
      )}
      {way === null && (
        <p role="alert" className="text-table text-bad empty:hidden">
          {error}
        </p>
      )}
      {way === 'code' && (
        <TextField
          ref={fieldRef}
          label="Kode dari aplikasi"
          hint={`${totpDigits} angka yang ditampilkan aplikasi autentikator Anda.`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={totpDigits + 4}
          value={typed}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value)
            onType()
          }}
        />
      )}
      {way === 'recoveryCode' && (
        <TextField
          ref={fieldRef}
          label="Kode pemulihan"
          hint="Salah satu dari sepuluh kode yang Anda simpan. Setiap kode hanya dapat dipakai sekali."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={typed}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value)
            onType()
          }}
        />
      )}
      {way !== null && (
        <Button type="submit" wide busy={busy} busyLabel="Memeriksa…">
          Lanjutkan
        </Button>
      )}
      <Button
        variant="quiet"
        wide
        disabled={busy}
        onClick={() => choose(way === 'recoveryCode' ? first : 'recoveryCode')}
      >
        {way === 'recoveryCode' ? 'Gunakan cara lain' : 'Gunakan kode pemulihan'}
      </Button>
    </form>
  )
}
