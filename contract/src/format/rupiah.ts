import { toCommaText, toDecimal } from './decimal.ts'

/** Puts a dot between every three digits, counted from the right: '1000000' becomes '1.000.000'. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '.')
}

/**
 * Writes an amount as it stands on every screen and paper: 'Rp1.000.000', below zero '-Rp1.000'.
 * @param amount rupiah
 * @param decimals digits after the comma; none unless asked for
 * @throws RangeError when the amount is not a finite number
 */
export function formatRupiah(amount: number, decimals = 0): string {
  const [whole = '', fraction] = toCommaText(toDecimal(amount), decimals).split(',')
  const sign = whole.startsWith('-') ? '-' : ''
  const grouped = groupThousands(sign ? whole.slice(1) : whole)
  return `${sign}Rp${grouped}${fraction === undefined ? '' : `,${fraction}`}`
}

/**
 * Reads an amount as people type or paste it: with or without 'Rp', with or without dots, with a ',00' that says
 * nothing. Whole rupiah only.
 * @returns the amount, or null when the text is not one unmistakable amount (wrong groups, cents, too large)
 */
export function parseRupiah(text: string): number | null {
  const match = /^(-?)(?:rp\.?)?\s*(\d{1,3}(?:\.\d{3})+|\d+)(?:,0+)?$/i.exec(text.trim())
  if (!match) return null
  const magnitude = Number(match[2]?.replaceAll('.', ''))
  if (!Number.isSafeInteger(magnitude)) return null
  return match[1] && magnitude > 0 ? -magnitude : magnitude
}
