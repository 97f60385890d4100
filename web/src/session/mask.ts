import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import { maskNumber } from '@pematang/contract/format/mask-number'

/** Masks an e-mail address except for the first letter and the part after the last @. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, Math.max(at, 0))
  if (/^.?\*{3}$/u.test(name)) return email
  const [first = ''] = name
  return (name.length > 1 ? first : '') + '***' + (at < 0 ? '' : email.slice(at))
}

/** A session user as the browser may store it: phone, e-mail, account number and its holder masked. Masking is idempotent. */
export const maskUser = (user: SessionUser): SessionUser => ({
  ...user,
  email: maskEmail(user.email),
  phoneNumber: maskNumber(user.phoneNumber),
  bankInformation: user.bankInformation && {
    ...user.bankInformation,
    bankAccount: maskNumber(user.bankInformation.bankAccount),
    bankAccountPayroll: user.bankInformation.bankAccountPayroll.replace(/^(.).*$/su, '$1***'),
  },
})
