import { groupThousands } from '@pematang/contract/format/rupiah'

/** What a money field shows, and the amount that it means: whole rupiah, or null while it means none. */
export type MoneyText = { text: string; value: number | null }

export const empty: MoneyText = { text: '', value: null }

export const moneyText = (value: number | null): MoneyText =>
  value === null ? empty : { text: groupThousands(String(value)), value }

/**
 * Reads a money field after a key press. Thousands are grouped while digits are typed; a dot that is typed is kept until
 * its group has three digits, and until then the field means no amount: `150000.50` is nobody's 15.000.050. After a comma
 * nothing more is taken.
 * @param before what the field showed and meant before
 * @param text what is in the field now; anything but digits, dots and a comma is left out
 */
export function readTyped(before: MoneyText, text: string): MoneyText {
  const typed = text.normalize('NFKC').replaceAll(/[^\d.,]/g, '')
  const [whole = '', ...cents] = typed.split(',')
  if (cents.length > 0) {
    const { value } = readTyped(before, whole)
    return value === null ? { text: whole, value } : { text: `${moneyText(value).text},`, value }
  }
  const isKept = whole === `${before.text}.` || isOpen(before.text)
  if (isKept && isOpen(whole)) return { text: whole, value: whole.endsWith('.') ? amountOf(whole) : null }
  const value = amountOf(whole)
  return value !== null && !Number.isSafeInteger(value) ? before : moneyText(value)
}

/** Whether the last group of thousands was begun by a typed dot and has less than three digits. */
export const isOpen = (text: string): boolean => /^[\d.]*\d\.\d{0,2}$/.test(text)

function amountOf(text: string): number | null {
  const digits = text.replaceAll('.', '')
  return digits === '' ? null : Number(digits)
}
