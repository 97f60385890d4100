import pg from 'pg'
import type { Database } from '../../src/platform/db/database.ts'

/** A column of a statement as PostgreSQL describes it. */
export type Column = {
  name: string
  /** The kind of value that the driver gives for it, as a kind of `Shape`; of an array that of its elements too. */
  kind: string
  element: string | null
  typeName: string
  /** Where it comes from: `table.column`, or null for an expression. */
  source: string | null
  /** Whether it may be null: what the table says; null for an expression. */
  nullable: boolean | null
}

/** What a statement takes and gives. */
export type Described = { parameters: number; columns: Column[] }

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number }

/** Parse and Describe of the wire protocol: the server plans nothing and runs nothing. */
class Describe {
  readonly #text: string
  readonly #done: (error: Error | null, parameters: number) => void
  readonly fields: Field[] = []
  #parameters = 0

  constructor(text: string, done: (error: Error | null, parameters: number) => void) {
    this.#text = text
    this.#done = done
  }

  submit(connection: pg.Connection): void {
    connection.once('parameterDescription', ({ parameterCount }: { parameterCount: number }) => {
      this.#parameters = parameterCount
    })
    connection.parse({ text: this.#text, name: '', types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields.push(...fields)
  }

  handleParseComplete(): void {}

  handleError(error: Error): void {
    this.#done(error, 0)
  }

  handleReadyForQuery(): void {
    this.#done(null, this.#parameters)
  }
}

/** Describes statements against a migrated database. */
export class Describer {
  readonly #client: pg.Client
  readonly #db: Database
  readonly #types = new Map<number, { name: string; sample: string }>()
  readonly #sources = new Map<string, { source: string; nullable: boolean }>()

  private constructor(client: pg.Client, db: Database) {
    this.#client = client
    this.#db = db
  }

  static async on(url: string, db: Database): Promise<Describer> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const describer = new Describer(client, db)
    await describer.#readCatalogue()
    return describer
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  async describe(text: string): Promise<Described> {
    const { fields, parameters } = await this.#ask(text)
    const columns = fields.map(({ name, tableID, columnID, dataTypeID }) => {
      const from = this.#sources.get(`${tableID}.${columnID}`)
      return {
        name,
        ...this.#kindOf(dataTypeID),
        typeName: this.#types.get(dataTypeID)?.name ?? String(dataTypeID),
        source: from?.source ?? null,
        nullable: from?.nullable ?? null,
      }
    })
    return { parameters, columns }
  }

  #ask(text: string): Promise<{ parameters: number; fields: Field[] }> {
    return new Promise((resolve, reject) => {
      const describe: Describe = new Describe(text, (error, parameters) =>
        error ? reject(error) : resolve({ parameters, fields: describe.fields }),
      )
      this.#client.query(describe as unknown as pg.Submittable)
    })
  }

  /** What the driver makes of a sample of the type, with the parsers of the product. */
  #kindOf(oid: number): { kind: string; element: string | null } {
    const sample = this.#types.get(oid)?.sample
    if (sample === undefined) return { kind: 'string', element: null }
    const config = (this.#db.pool.options as { types: pg.CustomTypesConfig }).types
    const value: unknown = (config.getTypeParser(oid, 'text') as (text: string) => unknown)(sample)
    return { kind: kindOfValue(value), element: Array.isArray(value) ? kindOfValue(value[0]) : null }
  }

  async #readCatalogue(): Promise<void> {
    const types = await this.#client.query<{ oid: number; name: string; element: string | null }>(
      `select t.oid::int, t.typname as name, e.typname as element
         from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`,
    )
    for (const { oid, name, element } of types.rows)
      this.#types.set(oid, { name, sample: element ? `{${sampleOf(element)}}` : sampleOf(name) })
    const columns = await this.#client.query<{
      key: string
      source: string
      nullable: boolean
      view: boolean
    }>(
      `select c.oid || '.' || a.attnum as key, c.relname || '.' || a.attname as source, not a.attnotnull as nullable
         from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
    )
    for (const { key, source, nullable } of columns.rows) this.#sources.set(key, { source, nullable })
    await this.#readViews()
  }

  /** A column of a view is what the view makes of it; the views are read in the order of their making. */
  async #readViews(): Promise<void> {
    const views = await this.#client.query<{ oid: number; text: string }>(
      `select oid::int, pg_get_viewdef(oid) as text from pg_class
        where relkind = 'v' and relnamespace = 'public'::regnamespace order by oid`,
    )
    for (const { oid, text } of views.rows)
      for (const [place, field] of (await this.#ask(text)).fields.entries()) {
        const from = this.#sources.get(`${field.tableID}.${field.columnID}`)
        const key = `${oid}.${place + 1}`
        if (from) this.#sources.set(key, from)
        else this.#sources.delete(key)
      }
  }
}

const samples: Record<string, string> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-01',
  timestamp: '2026-01-01 00:00:00',
  timestamptz: '2026-01-01 00:00:00+00',
  json: '{"a":1}',
  jsonb: '{"a":1}',
  interval: '01:00:00',
}
const numbers = ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid', 'xid', 'xid8']
const sampleOf = (name: string): string => samples[name] ?? (numbers.includes(name) ? '1' : 'x')

const kindOfValue = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (value instanceof Date) return 'Date'
  if (Array.isArray(value)) return 'array'
  return typeof value
}
