import { Check } from 'lucide-react'
import { type Ref, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { type NewPassword, newPasswordErrors, passwordParts } from './new-password.ts'

type Props = {
  value: NewPassword
  onChange: (value: NewPassword) => void
  /** The server's error sentence about the password. */
  refusal?: string | null
  passwordRef?: Ref<HTMLInputElement>
}

/**
 * A new password and its confirmation. A field shows its error once the focus has left it; the confirmation shows it as
 * soon as it can no longer match. Until then the parts of the password rule are ticked off one by one.
 */
export function NewPasswordFields({ value, onChange, refusal = null, passwordRef }: Props) {
  const [left, setLeft] = useState({ password: false, confirmation: false })
  const wrong = newPasswordErrors(value)
  const isLost = !value.password.startsWith(value.confirmation)
  const common = { autoComplete: 'new-password', spellCheck: false } as const
  return (
    <>
      <PasswordField
        {...common}
        ref={passwordRef}
        label="Kata Sandi Baru"
        name="newPassword"
        value={value.password}
        error={(left.password ? wrong.password : null) ?? refusal}
        hint={<Parts password={value.password} />}
        onChange={(event) => onChange({ ...value, password: event.target.value })}
        onBlur={() => setLeft({ ...left, password: true })}
      />
      <PasswordField
        {...common}
        label="Konfirmasi Kata Sandi Baru"
        name="confirmPassword"
        value={value.confirmation}
        error={left.confirmation || isLost ? wrong.confirmation : null}
        onChange={(event) => onChange({ ...value, confirmation: event.target.value })}
        onBlur={() => setLeft({ ...left, confirmation: true })}
      />
    </>
  )
}

/** The parts of the password rule, each ticked off when it is met. */
function Parts({ password }: { password: string }) {
  return (
    <span className="grid grid-cols-2 gap-x-4 gap-y-1 pt-0.5">
      {passwordParts.map(({ words, isMet }) => {
        const met = isMet(password)
        return (
          <span key={words} className={cx('inline-flex items-center gap-1.5', met && 'text-ok')}>
            <span
              aria-hidden
              className={cx(
                'grid size-4 shrink-0 place-items-center rounded-full',
                met ? 'bg-ok-tint' : 'border border-field-line',
              )}
            >
              {met && <Check size={12} strokeWidth={3} />}
            </span>
            {words}
          </span>
        )
      })}
    </span>
  )
}
