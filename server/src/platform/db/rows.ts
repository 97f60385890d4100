import type { Sealed, SearchKey } from '../keys/personal-data.ts'
import { arrayLiteral } from './array-literal.ts'

// Values for many columns, taken from objects by name: a list of `$1` to `$24` beside a list of 24 values has nothing that
// notices when two amounts of it change places.

/** The types of columns, and what the program has for a value of each. A `code` is text: one of our own names. */
type Value = {
  bigint: number
  integer: number
  smallint: number
  numeric: number | string
  boolean: boolean
  uuid: string
  date: string
  code: string
  text: string | Sealed | SearchKey
  timestamptz: string | Date
  bytea: Buffer
  jsonb: string
  interval: string
  'bigint[]': readonly number[]
}
type SqlType = keyof Value

/** Columns in their order: the property that has the value, which is the name of the column in camel case. */
export type Columns = Readonly<Record<string, SqlType>>
/** An object with the values of one row; a missing one is null. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: Value[C[Name]] | null | undefined }
type Readers<C extends Columns, T> = {
  readonly [Name in keyof C]: (of: T) => Value[C[Name]] | null | undefined
}

/** Types whose values the array literal of PostgreSQL has without quotes. */
const plain: ReadonlySet<SqlType> = new Set([
  'bigint',
  'integer',
  'smallint',
  'boolean',
  'uuid',
  'date',
  'code',
])

const columnName = (property: string): string => {
  if (!/^[a-z][A-Za-z\d]*$/.test(property)) throw new Error(`${property} is not the name of a column`)
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
const typeName = (type: SqlType): string => (type === 'code' ? 'text' : type)

/** The names for the list of an insert: `loan_id, amount`. */
export const columnNames = (columns: Columns): string => Object.keys(columns).map(columnName).join(', ')

/** The parameters of one row: `$1::bigint, $2::bigint`. */
export const placeholders = (columns: Columns, first = 1): string =>
  Object.values(columns)
    .map((type, place) => `$${first + place}::${typeName(type)}`)
    .join(', ')

/**
 * The parameters of many rows, as a table: `unnest($1::bigint[], $2::bigint[]) as row (loan_id, amount)`.
 * @param ordinal the property for the number of each row, counted from 1
 */
export const unnestRows = (columns: Columns, first = 1, ordinal?: string): string => {
  const arrays = Object.values(columns).map((type, place) => `$${first + place}::${typeName(type)}[]`)
  return ordinal === undefined
    ? `unnest(${arrays.join(', ')}) as row (${columnNames(columns)})`
    : `unnest(${arrays.join(', ')}) with ordinality as row (${columnNames(columns)}, ${columnName(ordinal)})`
}

/** The values for `placeholders`. */
export const oneRow = <C extends Columns>(columns: C, row: RowOf<C>): unknown[] =>
  Object.keys(columns).map((name) => row[name] ?? null)

/**
 * The values for `unnestRows`: an array for each column.
 * @param objects their uuids, dates and codes are our own, never unchecked input
 * @param readers where the objects do not have the values by their names
 */
export function manyRows<C extends Columns, T extends Partial<RowOf<C>>>(
  columns: C,
  // A property may be optional, but not absent from the type.
  objects: readonly T[] & (keyof C extends keyof T ? unknown : readonly RowOf<C>[]),
): unknown[]
export function manyRows<C extends Columns, T>(
  columns: C,
  objects: readonly T[],
  readers: Readers<C, T>,
): unknown[]
export function manyRows(
  columns: Columns,
  objects: readonly Record<string, unknown>[],
  readers?: Readonly<Record<string, (of: never) => unknown>>,
): unknown[] {
  return Object.entries(columns).map(([name, type]) => {
    const read = readers?.[name] as ((of: unknown) => unknown) | undefined
    const values = read ? objects.map(read) : objects.map((one) => one[name])
    return plain.has(type) ? arrayLiteral(values as (number | string | boolean | null)[]) : values
  })
}
