import { nationalNumber, phonePattern, phoneSentence } from '@pematang/contract/phone'
import type { ComponentProps } from 'react'
import { TextField } from '../../../ui/text-field.tsx'

/** Uses the rule of the contract, so that browser and server show the same sentence. */
export const phoneError = (phoneNumber: string): string | null =>
  phonePattern.test(phoneNumber) ? null : phoneSentence

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange'> & {
  value: string
  onChange: (phoneNumber: string) => void
}

/**
 * A field for a phone number as the lender types, pastes or autofills it, read as the digits after +62 on leaving the
 * field; a form that is sent by Enter reads it by `nationalNumber`.
 */
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
      {...field}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => onChange(nationalNumber(field.value))}
    />
  )
}
