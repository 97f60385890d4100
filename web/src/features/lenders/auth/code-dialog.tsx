import { otpLength, otpMismatchSentence } from '@pematang/contract/lenders/auth/rules'
import { formatTime } from '@pematang/contract/format/date'
import { type SubmitEvent, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CodeField } from './code-field.tsx'
import type { SentCode } from './reset-number.ts'
import { sendCode } from './send-code.ts'
import { fieldErrorOf, toastNetworkError } from './field-error.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

type Props = {
  open: boolean
  sent: SentCode
  onClose: () => void
  onResent: (sent: SentCode) => void
  onMatch: () => void
}

const formId = 'kode-verifikasi'

/** Dialog for the SMS code. The last digit submits it; after 59 seconds another code can be requested. */
export function CodeDialog({ open, sent, onClose, onResent, onMatch }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState<'match' | 'resend' | null>(null)
  const [resent, setResent] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function forget() {
    setCode('')
    setError(null)
    setResent(false)
  }

  async function match(otpCode: string) {
    setBusy('match')
    setError(null)
    try {
      const { transactionId, phoneNumber: recipient } = sent
      const { isMatch } = await api('POST /auth/otp/match', { body: { otpCode, transactionId, recipient } })
      if (isMatch) return onMatch()
      setError(otpMismatchSentence)
      setCode('')
    } catch (failure) {
      toastNetworkError(failure)
      setError(fieldErrorOf(failure))
      // A refused code cannot be used again; one that did not reach the server can be sent again unchanged.
      if (failure instanceof ApiError && failure.kind === 'refused') setCode('')
    }
    setBusy(null)
    field.current?.focus()
  }

  async function resend() {
    setBusy('resend')
    forget()
    try {
      onResent(await sendCode(sent.phoneNumber))
      setResent(true)
    } catch (failure) {
      toastNetworkError(failure)
      setError(fieldErrorOf(failure))
    }
    setBusy(null)
    field.current?.focus()
  }

  function type(typed: string) {
    setCode(typed)
    if (typed.length === otpLength && typed !== code && busy === null) void match(typed)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (code.length === otpLength && busy === null) void match(code)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      onClosed={forget}
      ownsEntry
      size="small"
      title="Masukkan Kode SMS"
      description={
        <>
          Kode {otpLength} karakter dikirim melalui SMS ke{' '}
          <span className="figures font-medium text-ink">+62 {sent.phoneNumber}</span>.
        </>
      }
      initialFocus={field}
      footer={
        <Button
          type="submit"
          form={formId}
          wide
          disabled={code.length < otpLength}
          busy={busy === 'match'}
          busyLabel="Memeriksa kode…"
        >
          Verifikasi
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="-mb-3 grid gap-2 pt-1">
        <CodeField
          ref={field}
          value={code}
          onChange={type}
          error={error}
          hint={`Berlaku sampai pukul ${formatTime(sent.expiredAt)}`}
          readOnly={busy !== null}
        />
        <Resend resendAt={sent.resendAt} busy={busy === 'resend'} onResend={() => void resend()} />
        <output className="sr-only">{resent && 'Kode baru telah dikirim.'}</output>
      </form>
    </Dialog>
  )
}

/**
 * Counts down, and then offers to send another code. A screen reader announces that a new code was sent, but not the
 * countdown.
 */
function Resend({ resendAt, busy, onResend }: { resendAt: number; busy: boolean; onResend: () => void }) {
  const seconds = useSecondsUntil(resendAt)
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-center text-table">
      {seconds > 0 ? (
        <p role="timer" className="text-mute">
          Kirim ulang kode dalam <span className="figures font-semibold text-ink">{seconds} detik</span>
        </p>
      ) : (
        <>
          <span className="text-mute">Belum menerima kode?</span>
          <Button variant="quiet" busy={busy} busyLabel="Mengirim kode…" onClick={onResend}>
            Kirim ulang kode
          </Button>
        </>
      )}
    </div>
  )
}
