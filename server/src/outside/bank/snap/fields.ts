import { SnapRefusal } from './response-codes.ts'
import type { RawJson } from './json.ts'

type Fields = { [name: string]: RawJson }

/**
 * A required field in this format. An unquoted number is read as its digits.
 * @throws SnapRefusal FIELD_MISSING or FIELD_FORMAT, each with the name of the field.
 */
export function required(fields: Fields, name: string, format: RegExp): string {
  const value = optional(fields, name, format)
  if (value === undefined) throw new SnapRefusal('FIELD_MISSING', name)
  return value
}

/** An optional field, which may also be null or empty. */
export function optional(fields: Fields, name: string, format: RegExp): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || !format.test(value)) throw new SnapRefusal('FIELD_FORMAT', name)
  return value
}

/** Free text up to a maximum length, without control characters. */
export const textUpTo = (most: number): RegExp => new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${most}}$`, 'u')

/** The identity of a virtual account, as in every call. */
export type Identity = {
  /** 8 characters, padded with spaces on the left; the padding is part of the value. */
  partnerServiceId: string
  customerNo: string
  /** partnerServiceId and customerNo concatenated, including the leading spaces. */
  virtualAccountNo: string
}

/**
 * Reads the identity of a virtual account.
 * @throws SnapRefusal if a part is missing or malformed.
 */
export function readIdentity(fields: Fields): Identity {
  const partnerServiceId = required(fields, 'partnerServiceId', /^(?=.{8}$) *\d+$/)
  const customerNo = required(fields, 'customerNo', /^\d{1,20}$/)
  const virtualAccountNo = required(fields, 'virtualAccountNo', /^ *\d{1,28}$/)
  if (virtualAccountNo !== partnerServiceId + customerNo) {
    throw new SnapRefusal('FIELD_FORMAT', 'virtualAccountNo')
  }
  return { partnerServiceId, customerNo, virtualAccountNo }
}

/**
 * An amount such as {"value": "10000.00", "currency": "IDR"} in whole rupiah.
 * @throws SnapRefusal FIELD_MISSING or FIELD_FORMAT; AMOUNT_INVALID if it has fractions of a rupiah or is above 2^53-1.
 */
export function readAmount(fields: Fields, name: string): number | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new SnapRefusal('FIELD_FORMAT', name)
  const text = inside(name, () => required(value, 'value', /^(0|[1-9]\d{0,15})(\.\d{2})?$/))
  inside(name, () => required(value, 'currency', /^IDR$/))
  const [whole = '', parts = '00'] = text.split('.')
  const amount = Number(whole)
  if (parts !== '00' || !Number.isSafeInteger(amount)) throw new SnapRefusal('AMOUNT_INVALID')
  return amount
}

function inside<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SnapRefusal)) throw error
    throw new SnapRefusal(error.case, `${name}.${error.detail}`)
  }
}

/** Whole rupiah in the format of the banks, with two decimals. */
export const writeAmount = (rupiah: number) => ({ value: `${rupiah}.00`, currency: 'IDR' })
