import { otpLength } from '@pematang/contract/auth/rules'

/**
 * The code in what was typed or pasted: the six digits of a whole message, else what is there without blanks and
 * hyphens, and never more than a code has.
 */
export function codeIn(text: string): string {
  const alone = new RegExp(`(?<!\\d)\\d{${otpLength}}(?!\\d)`).exec(text)
  return alone ? alone[0] : text.replaceAll(/[\s-]/g, '').slice(0, otpLength)
}
