import { ArrowLeft } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../../paths.ts'
import { carriedState } from '../../../return-target.ts'
import { Button } from '../../../ui/button.tsx'
import { nationalNumber } from '@pematang/contract/phone'
import { Link } from '../../../ui/link.tsx'
import { PhoneField, phoneError } from './phone-field.tsx'
import type { SentCode } from './reset-number.ts'
import { sendCode } from './send-code.ts'
import { fieldErrorOf, toastNetworkError } from './field-error.ts'

type Props = {
  phoneNumber: string
  /** The reason why the number has to be entered again. */
  firstError: string | null
  /** The code that was sent before, if any. Its dialog is reopened instead of requesting another code too soon. */
  sent: SentCode | null
  onSent: (sent: SentCode) => void
}

/** The form of forgot mode, which asks for the phone number that receives the code. */
export function ForgotForm({ phoneNumber: known, firstError, sent, onSent }: Props) {
  const [phoneNumber, setPhoneNumber] = useState(known)
  const [error, setError] = useState(firstError)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  function refuse(sentence: string | null) {
    setError(sentence)
    field.current?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const number = nationalNumber(phoneNumber)
    setPhoneNumber(number)
    const wrong = phoneError(number)
    if (wrong) return refuse(wrong)
    setError(null)
    if (sent?.phoneNumber === number && Date.now() < sent.resendAt) return onSent(sent)
    setBusy(true)
    try {
      onSent(await sendCode(number))
    } catch (failure) {
      toastNetworkError(failure)
      refuse(fieldErrorOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <PhoneField ref={field} value={phoneNumber} error={error} onChange={setPhoneNumber} />
      <Button type="submit" wide busy={busy} busyLabel="Mengirim kode…">
        Selanjutnya
      </Button>
      <BackToLogin />
    </form>
  )
}

/** Link from every step of the password reset back to the login. */
export const BackToLogin = () => (
  <Link
    to={paths.login}
    state={carriedState(useLocation().state)}
    className="inline-flex min-h-11 items-center gap-2 justify-self-center rounded-control font-medium text-brand hover:text-brand-strong"
  >
    <ArrowLeft size={18} aria-hidden />
    Kembali ke halaman masuk
  </Link>
)
