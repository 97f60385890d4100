import { plainDigits } from '@pematang/contract/bare-number'
import { otpLength } from '@pematang/contract/lenders/auth/rules'

/**
 * Extracts the code from typed or pasted text: six digits in a row from a whole message, otherwise the text without
 * blanks and hyphens, cut to the length of a code.
 */
export function codeIn(typed: string): string {
  const text = plainDigits(typed)
  const alone = new RegExp(`(?<!\\d)\\d{${otpLength}}(?!\\d)`).exec(text)
  return alone ? alone[0] : text.replaceAll(/[\s-]/g, '').slice(0, otpLength)
}
