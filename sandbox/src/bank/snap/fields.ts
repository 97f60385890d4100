import { SnapFault } from './answers.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A text that has to be there. Throws a SnapFault with the field's name where it is missing or does not look so. */
export function text(fields: Fields, name: string, format: RegExp): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined || value === null || value === '') throw new SnapFault('fieldMissing', name)
  if (typeof value !== 'string' || !format.test(value)) throw new SnapFault('fieldFormat', name)
  return value
}

/** Whole rupiah of `amount`, which is written as {"value": "10000.00", "currency": "IDR"}. */
export function rupiah(fields: Fields): number {
  const { amount } = fields
  if (amount === undefined || amount === null) throw new SnapFault('fieldMissing', 'amount')
  if (typeof amount !== 'object') throw new SnapFault('fieldFormat', 'amount')
  const value = Number(text(amount as Fields, 'value', /^[1-9]\d{0,15}\.00$/))
  text(amount as Fields, 'currency', /^IDR$/)
  if (!Number.isSafeInteger(value)) throw new SnapFault('fieldFormat', 'amount.value')
  return value
}

export const writeAmount = (rupiahs: number) => ({ value: `${rupiahs}.00`, currency: 'IDR' })

/** A time of the standard in milliseconds. Throws a SnapFault with the field's name. */
export function instant(fields: Fields, name: string): number {
  const at = Date.parse(text(fields, name, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/))
  if (Number.isNaN(at)) throw new SnapFault('fieldFormat', name)
  return at
}

/** A time in Jakarta's offset, to the second. */
export const jakarta = (at: number): string =>
  `${new Date(at + 7 * 3_600_000).toISOString().slice(0, 19)}+07:00`
