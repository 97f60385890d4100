/** A PDF object in its serialised form. */
export type Written = { readonly written: string }

/** A reference to an indirect object by its number. */
export type Reference = Written & { readonly id: number }

/**
 * A value to serialise: a string becomes a text, a Buffer becomes hexadecimal bytes, and undefined entries are left
 * out.
 */
export type Value =
  | string
  | number
  | boolean
  | Date
  | Buffer
  | Written
  | readonly Value[]
  | { readonly [key: string]: Value | undefined }

/** A PDF name. The value must have no character that needs an escape. */
export const name = (value: string): Written => ({ written: `/${value}` })

export function write(value: Value): string {
  if (typeof value === 'string') return writeText(value)
  if (typeof value === 'number') return writeNumber(value)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date) return `(D:${value.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z)`
  if (Buffer.isBuffer(value)) return `<${value.toString('hex')}>`
  if (Array.isArray(value)) return `[${value.map(write).join(' ')}]`
  if (isWritten(value)) return value.written
  return `<<${Object.entries(value)
    .flatMap(([key, part]) => (part === undefined ? [] : [`/${key} ${write(part)}`]))
    .join(' ')}>>`
}

const isWritten = (value: object): value is Written => 'written' in value && typeof value.written === 'string'

/** Writes a number with at most three decimals: a thousandth of a point is not visible. */
export function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no form in a PDF`)
  return String(Math.round(value * 1000) / 1000)
}

const plain = /^[\x20-\x7e]*$/

/**
 * Writes a text. Non-ASCII text is written as UTF-16 in hexadecimal, so that the file is ASCII apart from its streams.
 */
function writeText(text: string): string {
  if (plain.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`
  const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return `<${big.toString('hex')}>`
}
