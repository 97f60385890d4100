import { SnapError } from './answers.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * Reads a required text.
 * @throws SnapError with the name of the field if it is missing or has the wrong format
 */
export function text(fields: Fields, name: string, format: RegExp): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined || value === null || value === '') throw new SnapError('fieldMissing', name)
  if (typeof value !== 'string' || !format.test(value)) throw new SnapError('fieldFormat', name)
  return value
}

/** Reads whole rupiah from `amount`, which has the form {"value": "10000.00", "currency": "IDR"}. */
export function rupiah(fields: Fields): number {
  const { amount } = fields
  if (amount === undefined || amount === null) throw new SnapError('fieldMissing', 'amount')
  if (typeof amount !== 'object') throw new SnapError('fieldFormat', 'amount')
  const value = Number(text(amount as Fields, 'value', /^[1-9]\d{0,15}\.00$/))
  text(amount as Fields, 'currency', /^IDR$/)
  if (!Number.isSafeInteger(value)) throw new SnapError('fieldFormat', 'amount.value')
  return value
}

export const writeAmount = (rupiahs: number) => ({ value: `${rupiahs}.00`, currency: 'IDR' })

/**
 * Reads a timestamp in SNAP's format.
 * @returns milliseconds
 * @throws SnapError with the name of the field
 */
export function instant(fields: Fields, name: string): number {
  const at = Date.parse(text(fields, name, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/))
  if (Number.isNaN(at)) throw new SnapError('fieldFormat', name)
  return at
}

/** A timestamp with Jakarta's offset, to the second. */
export const jakarta = (at: number): string =>
  `${new Date(at + 7 * 3_600_000).toISOString().slice(0, 19)}+07:00`
