import { confirmationSentence, isGoodPassword, passwordRuleSentence } from '@pematang/contract/auth/rules'

/** A password to be chosen, typed twice. */
export type NewPassword = { password: string; confirmation: string }

export const emptyPassword: NewPassword = { password: '', confirmation: '' }

/** The parts of the rule, in the lender's words; together they are the contract's own rule. */
export const passwordParts: readonly { words: string; isMet: (password: string) => boolean }[] = [
  { words: '8 sampai 99 karakter', isMet: ({ length }) => length >= 8 && length <= 99 },
  { words: 'Huruf besar', isMet: (password) => /\p{Lu}/u.test(password) },
  { words: 'Huruf kecil', isMet: (password) => /\p{Ll}/u.test(password) },
  { words: 'Angka', isMet: (password) => /[0-9]/.test(password) },
]

/** What is wrong with each of the two fields; an empty one is not wrong, only missing. */
export const newPasswordErrors = ({ password, confirmation }: NewPassword) => ({
  password: password === '' || isGoodPassword(password) ? null : passwordRuleSentence,
  confirmation: confirmation === '' || confirmation === password ? null : confirmationSentence,
})

/** Nothing empty and nothing wrong: the form may be sent (specification, section 5). */
export const isReady = ({ password, confirmation }: NewPassword): boolean =>
  isGoodPassword(password) && confirmation === password
