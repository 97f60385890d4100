import { withoutEnd } from '@pematang/contract/format/without-end'
import { nationalNumber, phonePattern } from '@pematang/contract/phone'

/** The result of reading one cell: its value, or an Indonesian sentence why it was refused. */
export type Reading<T> = { ok: true; value: T } | { ok: false; reason: string }
export type ReadCell<T> = (cell: string) => Reading<T>

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu
const FORBIDDEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u
const FORBIDDEN_EXCEPT_LINE_BREAK = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u

/** Printable ASCII, which needs neither normalisation nor further checks. */
const isPlain = /^[ -~]+$/

const accept = <T>(value: T): Reading<T> => ({ ok: true, value })
const refuse = (reason: string): { ok: false; reason: string } => ({ ok: false, reason })
const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

/** A cell as error messages quote it: at most 40 characters, without invisible ones. */
export function shown(cell: string): string {
  const characters = Array.from(cell.slice(0, 200))
  const head = characters
    .slice(0, 40)
    .join('')
    .replace(UNSEEN, (unseen) => `<${codePoint(unseen)}>`)
  return `"${head}${characters.length > 40 ? '...' : ''}"`
}

/** An amount in whole rupiah, from 1 to `max` (itself at most 2^53-1). */
export function rupiah(max: number): ReadCell<number> {
  return (cell) => {
    if (cell === '') return refuse('kosong')
    if (!/^[1-9][0-9]*$/.test(cell)) {
      return refuse(
        `harus rupiah bulat di atas 0, hanya angka 0-9 (tanpa pemisah, tanda, eksponen, atau nol di depan), bukan ${shown(cell)}`,
      )
    }
    const amount = Number(cell)
    if (!Number.isSafeInteger(amount)) return refuse(`lebih besar dari 2^53-1: ${shown(cell)}`)
    return amount <= max ? accept(amount) : refuse(`melebihi batas ${max}: ${shown(cell)}`)
  }
}

export function wholeNumber(min: number, max: number): ReadCell<number> {
  return (cell) => {
    if (cell === '') return refuse('kosong')
    const value = /^(?:0|[1-9][0-9]{0,14})$/.test(cell) ? Number(cell) : Number.NaN
    return value >= min && value <= max
      ? accept(value)
      : refuse(`harus bilangan bulat dari ${min} sampai ${max} tanpa pemisah, bukan ${shown(cell)}`)
  }
}

/** A yearly rate as a fraction from 0 to `max`: a decimal point, at most 6 decimals; without its trailing zeros. */
export function annualFraction(max: string): ReadCell<string> {
  return (cell) => {
    if (cell === '') return refuse('kosong')
    const match = /^([0-9])(?:\.([0-9]{1,6}))?$/.exec(cell)
    if (match === null || Number(cell) > Number(max)) {
      return refuse(
        `harus pecahan dari 0 sampai ${max} dengan titik desimal dan paling banyak 6 desimal (0.12 berarti 12% setahun), bukan ${shown(cell)}`,
      )
    }
    const [, whole = '', decimals = ''] = match
    const kept = withoutEnd(decimals, '0')
    return accept(kept === '' ? whole : `${whole}.${kept}`)
  }
}

/** A fraction from 0 to 1 with a decimal point and at most 6 decimals, as it was written. */
export const fraction: ReadCell<string> = (cell) =>
  /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(cell)
    ? accept(cell)
    : refuse(
        `harus pecahan dari 0 sampai 1 dengan paling banyak 6 desimal, misalnya 0.15, bukan ${shown(cell)}`,
      )

/** A fraction from 0 to 1, converted to ppm. */
export const partsPerMillion: ReadCell<number> = (cell) => {
  const reading = fraction(cell)
  return reading.ok ? accept(Math.round(Number(reading.value) * 1_000_000)) : reading
}

/** One of a fixed list of upper-case words. */
export function oneOf<T extends string>(words: readonly T[]): ReadCell<T> {
  return (cell) => {
    const word = words.find((candidate) => candidate === cell)
    if (word !== undefined) return accept(word)
    return refuse(cell === '' ? 'kosong' : `harus salah satu dari ${words.join(', ')}, bukan ${shown(cell)}`)
  }
}

/** A number that identifies something (a loan, a borrower): capitals, digits, "/" and "-". */
export function reference(max: number): ReadCell<string> {
  const pattern = new RegExp(`^[A-Z0-9/-]{1,${max}}$`)
  return (cell) => {
    if (pattern.test(cell)) return accept(cell)
    if (cell === '') return refuse('kosong')
    return refuse(`harus paling banyak ${max} huruf A-Z, angka 0-9, "/" dan "-", bukan ${shown(cell)}`)
  }
}

/** So many digits, leading zeros included. */
export function digits(least: number, most: number): ReadCell<string> {
  return (cell) => {
    if (/^[0-9]+$/.test(cell) && cell.length >= least && cell.length <= most) return accept(cell)
    return refuse(least === most ? `harus ${least} angka` : `harus ${least} sampai ${most} angka`)
  }
}

/** A phone number as people write it; its national number, without +62, is read. */
export const phoneDigits: ReadCell<string> = (cell) => {
  const number = nationalNumber(cell)
  return phonePattern.test(number)
    ? accept(number)
    : refuse('harus nomor telepon 8 sampai 20 angka, dengan atau tanpa 0, 62, atau +62 di depannya')
}

/** A calendar day as YYYY-MM-DD, from 2000-01-01 to 2100-12-31. */
export const businessDate: ReadCell<string> = (cell) => dayFrom(2000, cell)

/** A calendar day as YYYY-MM-DD, from 1900-01-01 to 2100-12-31. */
export const birthDate: ReadCell<string> = (cell) => dayFrom(1900, cell)

function dayFrom(first: number, cell: string): ReturnType<ReadCell<string>> {
  if (cell === '') return refuse('kosong')
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(cell)
  const [year, month, day] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const daysInMonth = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  const isInRange = year >= first && year <= 2100
  const exists = isInRange && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth
  return exists
    ? accept(cell)
    : refuse(`harus tanggal YYYY-MM-DD yang ada, dari tahun ${first} sampai 2100, bukan ${shown(cell)}`)
}

/** A moment as ISO 8601 with its zone, e.g. 2026-05-28T10:15:30+07:00, from the year 2000 to 2100; converted to UTC. */
export const moment: ReadCell<string> = (cell) => {
  if (cell === '') return refuse('kosong')
  const match =
    /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/.exec(
      cell,
    )
  return match && businessDate(match[1] ?? '').ok
    ? accept(new Date(cell).toISOString())
    : refuse(`harus waktu dengan zonanya, misalnya 2026-05-28T10:15:30+07:00, bukan ${shown(cell)}`)
}

/** A SHA-256 hash as 64 hexadecimal digits; converted to lower case. */
export const sha256Hash: ReadCell<string> = (cell) => {
  if (cell === '') return refuse('kosong')
  if (!/^[0-9a-f]{64}$/i.test(cell)) return refuse(`harus 64 angka heksadesimal, bukan ${shown(cell)}`)
  return /^(.)\1{63}$/.test(cell) ? refuse(`bukan hash dokumen: ${shown(cell)}`) : accept(cell.toLowerCase())
}

/**
 * Human-readable text, normalised to NFC and trimmed; `max` counts Unicode code points, as PostgreSQL does. Control
 * characters are refused because PostgreSQL (NUL) and PDF fonts cannot store them, bidirectional controls because they
 * make one text look like another.
 */
export function text(max: number, options: { lineBreaks?: boolean } = {}): ReadCell<string> {
  const forbidden = options.lineBreaks === true ? FORBIDDEN_EXCEPT_LINE_BREAK : FORBIDDEN
  return (cell) => {
    if (isPlain.test(cell)) {
      const value = cell.trim()
      if (value.length <= max && /[A-Za-z0-9]/.test(value)) return accept(value)
    }
    const breaks = options.lineBreaks === true ? cell.replaceAll('\r\n', '\n') : cell
    const value = breaks.normalize('NFC').trim()
    if (value === '') return refuse('kosong')
    const found = forbidden.exec(value)
    if (found !== null) {
      return refuse(
        `mengandung karakter kendali, ganti baris, atau arah tulisan yang tidak diizinkan di sini (${codePoint(found[0])})`,
      )
    }
    if (!/[\p{L}\p{N}]/u.test(value))
      return refuse(`harus mengandung huruf atau angka, bukan ${shown(value)}`)
    // A text never has more code points than UTF-16 units, so counting code points is only needed if it has too many
    // units.
    const length = value.length <= max ? value.length : Array.from(value).length
    return length <= max ? accept(value) : refuse(`terlalu panjang: ${length} karakter, paling banyak ${max}`)
  }
}

/** Makes a rule optional: a cell that is empty or only white space is read as null. */
export function optional<T>(read: ReadCell<T>): ReadCell<T | null> {
  return (cell) => (cell.trim() === '' ? accept(null) : read(cell))
}
