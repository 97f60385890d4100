import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { saveSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { withLoader } from '../../ui/loader-store.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { type LoginErrors, loginErrorsOf } from './login-errors.ts'
import { PhoneField, phoneError } from './phone-field.tsx'
import { phoneStep } from './reset-step.ts'
import { sentenceForField } from './told.ts'

const longestPassword = 99

/**
 * Login mode: phone number and password. On success the session is stored, and the guard leads to the portfolio.
 * Who comes with a number, from setting a new password, types only the password.
 */
export function LoginForm({ knownPhone = '' }: { knownPhone?: string }) {
  const [phoneNumber, setPhoneNumber] = useState(knownPhone)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<LoginErrors>({})
  const passwordInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (knownPhone) passwordInput.current?.focus()
  }, [knownPhone])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    // Where the mistake is, the cursor goes; a screen reader then reads the field with its error.
    const refuse = (wrong: LoginErrors) => {
      setErrors(wrong)
      const field = form.elements.namedItem(wrong.phoneNumber ? 'phoneNumber' : 'password')
      if (field instanceof HTMLElement) field.focus()
    }
    const wrongPhone = phoneError(phoneNumber)
    if (wrongPhone) return refuse({ phoneNumber: wrongPhone })
    if (!password) return refuse({ password: 'Kata sandi wajib diisi' })
    setErrors({})
    try {
      const body = { phoneNumber, password, type: 'lender' } as const
      saveSession(await withLoader(() => api('POST /auth/login', { body })))
    } catch (error) {
      const sentence = sentenceForField(error)
      if (sentence) refuse(loginErrorsOf(sentence))
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
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
        to={paths.resetPassword}
        state={phoneStep(phoneNumber)}
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
