import pg from 'pg'

export type CopyValue = string | number | boolean | Buffer | null

const special = /[\\\n\r\t]/
const specials = /[\\\n\r\t]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** One value in the text format of COPY. */
export function copyValue(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string')
    return special.test(value) ? value.replace(specials, (sign) => escapes[sign] ?? sign) : value
  return Buffer.isBuffer(value) ? `\\\\x${value.toString('hex')}` : String(value)
}

/** One row in the text format of COPY, with its line ending. */
export const copyRow = (values: readonly CopyValue[]): string => `${values.map(copyValue).join('\t')}\n`

/** The connection's methods for sending rows, which the driver's TypeScript types omit. */
type CopyConnection = { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** Rows per protocol message. */
const rowsOfMessage = 500

/** COPY … FROM STDIN as a statement of the driver, which sends the rows when the server is ready for them. */
export class CopyStatement extends pg.Query {
  readonly #rows: readonly string[]

  constructor(text: string, rows: readonly string[], done: (error: Error | undefined) => void) {
    super(text, (error: Error | undefined) => done(error ?? undefined))
    this.#rows = rows
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (let from = 0; from < this.#rows.length; from += rowsOfMessage)
      connection.sendCopyFromChunk(Buffer.from(this.#rows.slice(from, from + rowsOfMessage).join('')))
    connection.endCopyFrom()
  }
}
