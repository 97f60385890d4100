import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { type Kind, kinds, type Row } from './rows.ts'

/** The number of rows and the sum of their hashes: equal for the same rows in any order. */
export type Digest = { count: number; sum: bigint }

export const digestOf = (rows: readonly Row[]): Digest => {
  let sum = 0n
  for (const [name, value] of rows)
    sum += BigInt(createHash('md5').update(`${name} ${value}`).digest().readUInt32BE(0))
  return { count: rows.length, sum }
}

/** The SQL that computes the same digest of the rows that a statement reads. */
export const digestIn = (statement: string): string =>
  `select count(*)::int as count,
          coalesce(sum(('x' || left(md5(name || ' ' || value), 8))::bit(32)::bigint), 0)::text as sum
     from (${statement}) as read`

/**
 * Rows that no operation can change any more, and that were compared. The model forgets them, so that a long run needs
 * no more memory than a short one; here only their digest is kept, and the rows are in a file for the case that they
 * differ later.
 */
export class Retired {
  readonly #file: string
  readonly #handle: number
  readonly #digests = new Map<Kind, Digest>(kinds.map((kind) => [kind, { count: 0, sum: 0n }]))

  constructor(file: string) {
    this.#file = file
    this.#handle = openSync(file, 'a')
  }

  add(kind: Kind, rows: readonly Row[]): void {
    const { count, sum } = digestOf(rows)
    const before = this.digest(kind)
    this.#digests.set(kind, { count: before.count + count, sum: before.sum + sum })
    writeSync(this.#handle, rows.map((row) => `${JSON.stringify([kind, ...row])}\n`).join(''))
  }

  digest(kind: Kind): Digest {
    return this.#digests.get(kind) ?? { count: 0, sum: 0n }
  }

  rows(kind: Kind): Row[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)
    return lines.flatMap((line): Row[] => {
      const [of, name, value] = JSON.parse(line) as [Kind, string, string]
      return of === kind ? [[name, value]] : []
    })
  }

  close(): void {
    closeSync(this.#handle)
  }
}
