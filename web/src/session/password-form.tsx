import type { Ref } from 'react'
import { useUserName } from '../lender/profile.ts'
import { PasswordField } from '../ui/password-field.tsx'

type Props = {
  formId: string
  fieldRef: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  /** The error sentence under the field. */
  error: string | null
  onSubmit: () => void
}

/** Asks for the lender's own password again. */
export function PasswordForm({ formId, fieldRef, value, onChange, error, onSubmit }: Props) {
  const userName = useUserName()
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
      {/* A hidden user name, which password managers need. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={userName} />
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
