import { hash } from 'node:crypto'
import { Refusal } from '../../../platform/refusal.ts'
import type { Choice } from './choice.ts'

/**
 * The cursor position at the end of a page: the sort key and id of its last loan, and the version of the stored order.
 */
export type Place = {
  key: number
  loanId: number
  /** The version of the stored order that all pages of one listing share. */
  asOf: number
  /** The number of the next page; the first next page has number 2. */
  page: number
}

/**
 * Writes a cursor. A hash binds it to its sort, filters and lender. Its content need not be secret, because it gives
 * access to nothing that the lender could not request directly.
 */
export function writeCursor(place: Place, of: { choice: Choice; lenderId: number }): string {
  const text = [place.key, place.loanId, place.asOf, place.page].map((part) => part.toString(36)).join('.')
  return `${text}.${bindingOf(text, of)}`
}

/**
 * Reads a cursor.
 * @throws Refusal CURSOR_MISMATCH for a cursor of another sort, filter or lender, and for a modified one
 */
export function readCursor(cursor: string, of: { choice: Choice; lenderId: number }): Place {
  const end = cursor.lastIndexOf('.')
  const text = cursor.slice(0, Math.max(0, end))
  const parts = text
    .split('.')
    .map((part) => (/^-?[0-9a-z]{1,12}$/.test(part) ? Number.parseInt(part, 36) : NaN))
  const [key, loanId, asOf, page] = parts
  const isSound = parts.length === 4 && parts.every(Number.isSafeInteger)
  if (!isSound || cursor.slice(end + 1) !== bindingOf(text, of)) throw new Refusal('CURSOR_MISMATCH')
  return { key: key ?? 0, loanId: loanId ?? 0, asOf: asOf ?? 0, page: page ?? 0 }
}

const bindingOf = (text: string, { choice, lenderId }: { choice: Choice; lenderId: number }): string =>
  hash('sha256', JSON.stringify([text, lenderId, choice]), 'base64url').slice(0, 22)
