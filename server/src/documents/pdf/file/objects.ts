/** An object of a PDF as it stands in the file. */
export type Written = { readonly written: string }

/** The number of an indirect object. */
export type Reference = Written & { readonly id: number }

/** A string is written as a text, a Buffer as bytes in hexadecimal, and an entry that is undefined is left out. */
export type Value =
  | string
  | number
  | boolean
  | Date
  | Buffer
  | Written
  | readonly Value[]
  | { readonly [key: string]: Value | undefined }

/** A name of our own, of signs that need no escape in a PDF. */
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

/** To a thousandth of a point, which no eye and no printer resolves. */
export function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no form in a PDF`)
  return String(Math.round(value * 1000) / 1000)
}

const plain = /^[\x20-\x7e]*$/

/** Any other text than ASCII is written as UTF-16 in hexadecimal, so that a file apart from its streams is ASCII. */
function writeText(text: string): string {
  if (plain.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`
  const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return `<${big.toString('hex')}>`
}
