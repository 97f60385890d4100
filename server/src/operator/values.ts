import { InvalidArgumentError } from 'commander'
import {
  birthDate,
  businessDate,
  digits,
  partsPerMillion,
  phoneDigits,
  type ReadCell,
  reference,
  rupiah,
  text,
  wholeNumber,
} from '../platform/csv/values.ts'
import { maxPayment } from './files/max-payment.ts'

/** Turns the parser of a file cell into the parser of an option. */
export function asOption<T>(read: ReadCell<T>): (value: string) => T {
  return (value) => {
    const reading = read(value)
    if (reading.ok) return reading.value
    throw new InvalidArgumentError(`Nilainya ${reading.reason}.`)
  }
}

/** Parses whole rupiah above 0, up to the maximum in files. */
export const readAmount = asOption(rupiah(maxPayment))
/** Parses the balance of a bank account, whole rupiah above 0. */
export const readBalance = asOption(rupiah(Number.MAX_SAFE_INTEGER))
/** Parses a business date, YYYY-MM-DD. */
export const readDate = asOption(businessDate)
/** Parses a birth date, YYYY-MM-DD. */
export const readBirthDate = asOption(birthDate)
/** Parses a business date, or accepts `today`. */
export const readDayOrToday = (value: string): string => (value === 'today' ? value : readDate(value))
export const readNumber = asOption(reference(40))
export const readText = (most: number) => asOption(text(most))

/**
 * Parses a phone number.
 * @returns its national number
 */
export function readPhone(value: string): string {
  const number = phoneDigits(value)
  if (number.ok) return number.value
  throw new InvalidArgumentError('Harus nomor telepon: 8 sampai 20 angka.')
}

/** Parses a text of `least` to `most` digits. */
export const readDigits = (least: number, most: number) => asOption(digits(least, most))

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readId(value: string): string {
  if (isUuid.test(value)) return value.toLowerCase()
  throw new InvalidArgumentError(
    'Harus nomor seperti dalam daftar, misalnya 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e.',
  )
}

/** Parses a payment method: 1 is BNI, 2 the other bank (specification, section 9). */
export function readMethod(value: string): 1 | 2 {
  if (value === '1') return 1
  if (value === '2') return 2
  throw new InvalidArgumentError('Isinya 1 (BNI) atau 2 (bank lain).')
}

export function readBank(value: string): 'BNI' | 'OTHER' {
  if (value === 'BNI' || value === 'OTHER') return value
  throw new InvalidArgumentError('Isinya BNI atau OTHER.')
}

/** Parses a fraction from 0 to 1 into ppm. */
export const readPpm = asOption(partsPerMillion)

/** The option that names a new loan type; it can be repeated. */
export const newLoanType: [string, string, (value: string, before: string[] | undefined) => string[]] = [
  '--new-loan-type <name>',
  'menegaskan jenis pinjaman baru dalam berkas ini, juga yang namanya mirip; dapat diulang',
  (value, before = []) => [...before, readText(60)(value)],
]

/** Parses a count of at least 1. */
export const readCount = (most: number) => asOption(wholeNumber(1, most))
/** Parses whole rupiah of at least 0. */
export const readPart = asOption(wholeNumber(0, maxPayment))
