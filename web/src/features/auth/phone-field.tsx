import { phoneField } from '@pematang/contract/fields'
import type { ComponentProps } from 'react'
import { TextField } from '../../ui/text-field.tsx'

const longestPhone = 20

/** The rule of the phone number is the server's own (the contract's field), so both say the same sentence. */
export function phoneError(phoneNumber: string): string | null {
  const checked = phoneField.safeParse(phoneNumber)
  return checked.success ? null : (checked.error.issues[0]?.message ?? null)
}

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange'> & {
  value: string
  onChange: (phoneNumber: string) => void
}

/** A phone number as the lender types it: what stands after +62. */
export function PhoneField({ onChange, ...field }: Props) {
  return (
    <TextField
      label="Nomor Handphone"
      name="phoneNumber"
      prefix="+62"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      placeholder="8123456789"
      maxLength={longestPhone}
      {...field}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
