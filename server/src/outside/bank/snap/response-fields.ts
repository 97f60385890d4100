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
  const { value, currency } = objectOf(fields, name)
  if (typeof value !== 'string' || (currency !== undefined && currency !== 'IDR')) return null
  const whole = /^(\d{1,16})(?:\.0{1,2})?$/.exec(value)?.[1]
  const amount = Number(whole ?? Number.NaN)
  return Number.isSafeInteger(amount) ? amount : null
}
