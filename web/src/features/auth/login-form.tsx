import { phoneField } from '@pematang/contract/fields'
import { type SubmitEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { saveSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { withLoader } from '../../ui/loader-store.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type LoginErrors, loginErrorsOf } from './login-errors.ts'

const longestPhone = 20
const longestPassword = 99

/** The rule of the phone number is the server's own (the contract's field), so both say the same sentence. */
function phoneError(phoneNumber: string): string | null {
  const checked = phoneField.safeParse(phoneNumber)
  return checked.success ? null : (checked.error.issues[0]?.message ?? null)
}

/** Login mode: phone number and password. On success the session is stored, and the guard leads to the portfolio. */
export function LoginForm() {
  const [phoneNumber, setPhoneNumber] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<LoginErrors>({})

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
      if (error instanceof ApiError && error.kind === 'network') toast.error(error.message)
      else refuse(loginErrorsOf(messageOf(error)))
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-8 grid gap-5">
      <TextField
        label="Nomor Handphone"
        name="phoneNumber"
        prefix="+62"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        placeholder="8123456789"
        maxLength={longestPhone}
        value={phoneNumber}
        error={errors.phoneNumber}
        onChange={(event) => setPhoneNumber(event.target.value)}
      />
      <PasswordField
        label="Kata Sandi"
        name="password"
        maxLength={longestPassword}
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button
        type="button"
        onClick={() => toast.info('Fitur ini belum tersedia.')}
        className="-mt-3 min-h-11 justify-self-end rounded-control font-medium text-brand hover:text-brand-strong"
      >
        Lupa Kata Sandi?
      </button>
      <Button type="submit" wide>
        Masuk
      </Button>
    </form>
  )
}
