import path from 'node:path'
import type { Context } from '../../../server/src/context.ts'
import { makeBooks, type Stand } from './stand.ts'

/**
 * The fastest way to write rows to this server, as a lower limit: COPY of the same rows from a binary file on the
 * server into the same tables, with their indexes and triggers, in a separate database.
 */
export class CopyLimit {
  readonly #from: Context
  readonly #into: Context
  readonly #folder: string

  private constructor(from: Context, into: Context, folder: string) {
    this.#from = from
    this.#into = into
    this.#folder = folder
  }

  static async open(stand: Stand, from: Context, name: string): Promise<CopyLimit> {
    const { rows } = await from.db.query<{ folder: string }>({
      text: `select current_setting('data_directory') as folder`,
    })
    return new CopyLimit(from, await makeBooks(stand, `${name}_limit`), rows[0]?.folder ?? '')
  }

  /** Exports the rows of tables to files. */
  async take(tables: readonly string[]): Promise<void> {
    for (const table of tables)
      await this.#from.db.query({ text: `copy ${table} to '${this.#fileOf(table)}' (format binary)` })
  }

  /** Appends the exported rows. */
  async write(tables: readonly string[]): Promise<void> {
    for (const table of tables)
      await this.#into.db.query({ text: `copy ${table} from '${this.#fileOf(table)}' (format binary)` })
  }

  /** Runs one statement over all written rows, without triggers. */
  async change(text: string): Promise<void> {
    await this.#into.db.query({ text: `set session_replication_role = replica; ${text}` })
  }

  close(): Promise<void> {
    return this.#into.db.close()
  }

  #fileOf(table: string): string {
    return path.join(this.#folder, `limit-${table}.rows`)
  }
}
