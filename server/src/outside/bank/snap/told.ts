import type { RawJson } from './json.ts'

type Fields = { [name: string]: RawJson }

/** A field of an answer that is text, or null. */
export function textOf(fields: Fields, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null
  return typeof value === 'string' && value !== '' ? value : null
}

/** A field of an answer that is an object; an empty one where it is none. */
export function objectOf(fields: Fields, name: string): Fields {
  const value = Object.hasOwn(fields, name) ? fields[name] : null
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

/** An amount of an answer in whole rupiah; null where there is none, or one with parts of a rupiah. */
export function amountOf(fields: Fields, name: string): number | null {
  const { value, currency } = objectOf(fields, name)
  if (typeof value !== 'string' || (currency !== undefined && currency !== 'IDR')) return null
  const whole = /^(\d{1,16})(?:\.0{1,2})?$/.exec(value)?.[1]
  const amount = Number(whole ?? Number.NaN)
  return Number.isSafeInteger(amount) ? amount : null
}
