import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'
import { paths } from '../../../paths.ts'
import { carriedState } from '../../../return-target.ts'
import { tabStore } from '../../../session/storage.ts'
import { saveSession } from '../../../session/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { withLoader } from '../../../ui/loader-store.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { type LoginErrors, loginErrorsOf } from './login-errors.ts'
import { PhoneField, phoneError } from './phone-field.tsx'
import { nationalNumber } from '@pematang/contract/phone'
import { storeNumber, takeNumber } from './reset-number.ts'
import { fieldErrorOf, toastNetworkError } from './field-error.ts'

const longestPassword = 99

/** The button or link that a lender pressed before the script had loaded: Masuk or Lupa Kata Sandi? */
export type EarlyPress = 'submit' | 'forgot'

type Props = {
  /**
   * Called when the script takes over the server-rendered form; returns the button or link that was pressed before
   * that.
   */
  onTakeOver: () => EarlyPress | null
}

/**
 * Login mode: phone number and password. On success the session is stored, and the route guard redirects to the
 * portfolio. After a password reset the number is already filled in.
 */
export function LoginForm({ onTakeOver }: Props) {
  const [phoneNumber, setPhoneNumber] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<LoginErrors>({})
  const [early, setEarly] = useState<EarlyPress | null>(null)
  const whole = useRef<HTMLFormElement>(null)
  const forgot = useRef<HTMLAnchorElement>(null)
  const state: unknown = useLocation().state
  const navigate = useNavigate()
  const passwordInput = useRef<HTMLInputElement>(null)
  // The server renders the form before its script runs: what was typed until then is kept, and an early press is
  // repeated.
  useLayoutEffect(() => {
    const typed = (name: string) => {
      const field = whole.current?.elements.namedItem(name)
      if (!(field instanceof HTMLInputElement)) return ''
      // A phone field that was left before is read now.
      return name === 'phoneNumber' && field !== document.activeElement
        ? nationalNumber(field.value)
        : field.value
    }
    const resetPhone = takeNumber(tabStore())
    setPhoneNumber((known) => typed('phoneNumber') || resetPhone || known)
    setPassword((known) => typed('password') || known)
    setEarly(onTakeOver())
    if (resetPhone) passwordInput.current?.focus()
  }, [onTakeOver])
  useEffect(() => {
    if (early === 'submit') whole.current?.requestSubmit()
    if (early === 'forgot') forgot.current?.click()
  }, [early])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    // The focus moves to the field with the error, so that a screen reader reads both.
    const refuse = (wrong: LoginErrors) => {
      setErrors(wrong)
      const field = form.elements.namedItem(wrong.phoneNumber ? 'phoneNumber' : 'password')
      if (field instanceof HTMLElement) field.focus()
    }
    const number = nationalNumber(phoneNumber)
    const wrongPhone = phoneError(number)
    if (wrongPhone) return refuse({ phoneNumber: wrongPhone })
    if (!password) return refuse({ password: 'Kata sandi wajib diisi' })
    setErrors({})
    try {
      const body = { phoneNumber: number, password, type: 'lender' } as const
      saveSession(await withLoader(() => api('POST /auth/login', { body })))
    } catch (error) {
      // Its code is with that of the password reset: most lenders have no second factor.
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED')
        return void navigate(paths.resetPassword, { state: { factor: 1, ...carriedState(state) } })
      toastNetworkError(error)
      const sentence = fieldErrorOf(error)
      if (sentence) refuse(loginErrorsOf(sentence))
    }
  }

  return (
    <form ref={whole} method="post" noValidate onSubmit={submit} className="grid gap-5">
      <PhoneField value={phoneNumber} error={errors.phoneNumber} onChange={setPhoneNumber} />
      <PasswordField
        ref={passwordInput}
        label="Kata Sandi"
        name="password"
        maxLength={longestPassword}
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Link
        ref={forgot}
        to={paths.resetPassword}
        state={carriedState(state)}
        onClick={() => storeNumber(tabStore(), { phoneNumber, sent: null })}
        className="-mt-3 inline-flex min-h-11 items-center justify-self-end rounded-control font-medium text-brand hover:text-brand-strong"
      >
        Lupa Kata Sandi?
      </Link>
      <Button type="submit" wide>
        Masuk
      </Button>
    </form>
  )
}
