import type { RawJson } from './json.ts'

type Fields = { [name: string]: RawJson }

/** A text field of an answer; null if it is missing or of another type. */
export function textOf(fields: Fields, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null
  return typeof value === 'string' && value !== '' ? value : null
}

/** An object field of an answer, or an empty object if it is missing or of another type. */
export function objectOf(fields: Fields, name: string): Fields {
  const value = Object.hasOwn(fields, name) ? fields[name] : null
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

/** An amount in whole rupiah; null if it is missing or has fractions. */
export function amountOf(fields: Fields, name: string): number | null {
  const { whole, isExact } = readRupiah(fields, name)
  return isExact ? whole : null
}

/** An amount in rupiah without its fraction, e.g. of interest; null if it is missing. */
export const amountWithoutFractionOf = (fields: Fields, name: string): number | null =>
  readRupiah(fields, name).whole

function readRupiah(fields: Fields, name: string): { whole: number | null; isExact: boolean } {
  const none = { whole: null, isExact: false }
  const { value, currency } = objectOf(fields, name)
  if (typeof value !== 'string' || (currency !== undefined && currency !== 'IDR')) return none
  const parts = /^(\d{1,16})(?:\.(\d{1,2}))?$/.exec(value)
  const whole = Number(parts?.[1] ?? Number.NaN)
  return Number.isSafeInteger(whole) ? { whole, isExact: /^0*$/.test(parts?.[2] ?? '') } : none
}
