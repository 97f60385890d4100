import {
  confirmationSentence,
  isGoodPassword,
  passwordRuleSentence,
} from '@pematang/contract/lenders/auth/rules'

export type NewPassword = { password: string; confirmation: string }

export const emptyPassword: NewPassword = { password: '', confirmation: '' }

/** The parts of the password rule in the lender's language; together they are equal to the rule of the contract. */
export const passwordParts: readonly { words: string; isMet: (password: string) => boolean }[] = [
  { words: '8 sampai 99 karakter', isMet: ({ length }) => length >= 8 && length <= 99 },
  { words: 'Huruf besar', isMet: (password) => /\p{Lu}/u.test(password) },
  { words: 'Huruf kecil', isMet: (password) => /\p{Ll}/u.test(password) },
  { words: 'Angka', isMet: (password) => /[0-9]/.test(password) },
]

/** The error of each field; an empty field is incomplete but has no error. */
export const newPasswordErrors = ({ password, confirmation }: NewPassword) => ({
  password: password === '' || isGoodPassword(password) ? null : passwordRuleSentence,
  confirmation: confirmation === '' || confirmation === password ? null : confirmationSentence,
})

/** Whether both fields are complete and correct, so that the form can be sent (specification, section 5). */
export const isReady = ({ password, confirmation }: NewPassword): boolean =>
  isGoodPassword(password) && confirmation === password
