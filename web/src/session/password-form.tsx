import type { Ref } from 'react'
import { PasswordField } from '../ui/password-field.tsx'
import { useLender } from './use-session.ts'

type Props = {
  formId: string
  fieldRef: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  /** The sentence under the field. */
  error: string | null
  onSubmit: () => void
}

/** The own password, asked for once more. */
export function PasswordForm({ formId, fieldRef, value, onChange, error, onSubmit }: Props) {
  const { phoneNumber } = useLender()
  return (
    <form
      id={formId}
      noValidate
      className="pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {/* Tells a password manager whose password this is. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={phoneNumber} />
      <PasswordField
        ref={fieldRef}
        label="Kata Sandi"
        name="password"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </form>
  )
}
