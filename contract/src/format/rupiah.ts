import { toCommaText, toDecimal } from './decimal.ts'

/** Splits a text into groups of this size, counted from the right; the first one may be shorter. */
export function groupsFromEnd(text: string, size: number): string[] {
  const groups: string[] = []
  for (let end = text.length; end > 0; end -= size) groups.unshift(text.slice(Math.max(0, end - size), end))
  return groups
}

/** Puts a dot between every three digits, counted from the right: '1000000' becomes '1.000.000'. */
export const groupThousands = (digits: string): string => groupsFromEnd(digits, 3).join('.')

/**
 * Writes an amount as on every screen and document: 'Rp1.000.000', below zero '-Rp1.000'.
 * @param amount rupiah
 * @param decimals digits after the comma; none by default
 * @throws RangeError when the amount is not a finite number
 */
export function formatRupiah(amount: number, decimals = 0): string {
  const [whole = '', fraction] = toCommaText(toDecimal(amount), decimals).split(',')
  const sign = whole.startsWith('-') ? '-' : ''
  const grouped = groupThousands(sign ? whole.slice(1) : whole)
  return `${sign}Rp${grouped}${fraction === undefined ? '' : `,${fraction}`}`
}

/**
 * Reads an amount as people type or paste it: with or without 'Rp' or 'IDR', with dots between thousands (Indonesian)
 * or commas (English), with a ',00', '.00' or ',-' without value, and without the invisible marks of direction that
 * messengers copy along. Whole rupiah only.
 * @returns the amount, or null when the text is not one unambiguous amount (wrong groups, cents, too large)
 */
export function parseRupiah(text: string): number | null {
  const bare = text
    .normalize('NFKC')
    .replace(/[\s'\p{Cf}]/gu, '')
    .replace(/,[-\u2013\u2014]$/, '')
  const match =
    /^(-?)(?:rp\.?|idr)?(?:(\d+)|(\d{1,3}(?:\.\d{3})+)(?:,00?)?|(\d{1,3}(?:,\d{3})+)(?:\.00?)?|(\d+)[.,]00?)$/i.exec(
      bare,
    )
  if (!match) return null
  const digits = match.slice(2).find((part) => part !== undefined) ?? ''
  const magnitude = Number(digits.replace(/[.,]/g, ''))
  if (!Number.isSafeInteger(magnitude)) return null
  return match[1] && magnitude > 0 ? -magnitude : magnitude
}
