import { nationalNumber, phonePattern, phoneSentence } from '@pematang/contract/phone'
import type { ComponentProps } from 'react'
import { TextField } from '../../../ui/text-field.tsx'

const longestPhone = 20

/** Uses the rule of the contract, so that browser and server show the same sentence. */
export const phoneError = (phoneNumber: string): string | null =>
  phonePattern.test(phoneNumber) ? null : phoneSentence

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange'> & {
  value: string
  onChange: (phoneNumber: string) => void
}

/** A field for a phone number as the lender types or pastes it, stored as the digits after +62. */
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
      // Typed text must be digits (specification, section 5); only the leading 0 of a national number is removed.
      onChange={({ target: { value } }) => onChange(/^0\d*$/.test(value) ? nationalNumber(value) : value)}
      onPaste={(event) => {
        event.preventDefault()
        onChange(nationalNumber(event.clipboardData.getData('text')))
      }}
    />
  )
}
