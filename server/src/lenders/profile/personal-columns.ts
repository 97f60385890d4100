import { many, one, type Queryable } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { PersonalData } from '../../platform/keys/personal-data.ts'

type KeyType = 'bigint' | 'integer' | 'uuid'
/** A value of a key; that of a uuid is text. */
type KeyValue = number | string

type PersonalTable = {
  /** The columns of the primary key. */
  key: Readonly<Record<string, KeyType>>
  /** Each column that holds encrypted text, with the one that holds its search key. */
  columns: Readonly<Record<string, string | null>>
  /** How many rows are encrypted at once, where a row may be large. */
  batch?: number
}

/** Every column with personal data or a secret that is encrypted at rest (SEC-04). */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  lender: { key: { id: 'bigint' }, columns: { phone: 'phone_search', email: 'email_search' } },
  lender_institution: {
    key: { lender_id: 'bigint' },
    columns: { company_email: 'email_search', pic_phone: null },
  },
  lender_bank_account: { key: { lender_id: 'bigint' }, columns: { account_number: 'number_search' } },
  lender_bank_account_version: {
    key: { lender_id: 'bigint', version: 'integer' },
    columns: { account_number: null },
  },
  bank_account_request: { key: { id: 'uuid' }, columns: { account_number: null } },
  lender_tax_number: {
    key: { lender_id: 'bigint', version: 'integer' },
    columns: { number: 'number_search' },
  },
  lender_facts: { key: { lender_id: 'bigint', version: 'integer' }, columns: { birth_date: null } },
  loan_account: { key: { loan_id: 'bigint', version: 'integer' }, columns: { account_number: null } },
  lender_totp: { key: { lender_id: 'bigint' }, columns: { secret: null } },
  totp_offer: { key: { lender_id: 'bigint' }, columns: { secret: null } },
  call_back: { key: { lender_id: 'bigint' }, columns: { url: null, secret: null, former_secret: null } },
  notification_message: { key: { id: 'uuid' }, columns: { address: null } },
  former_contact: { key: { id: 'uuid' }, columns: { address: null } },
  staff: { key: { id: 'integer' }, columns: { email: 'email_search' } },
  proposal: { key: { number: 'bigint' }, columns: { input: null, foreseen: null } },
  company_proposal: { key: { number: 'bigint' }, columns: { input: null } },
  staff_file: { key: { id: 'uuid' }, columns: { content: null }, batch: 1 },
  staff_file_run: { key: { id: 'uuid' }, columns: { refusals: null }, batch: 20 },
}

const isSealed = (column: string, key: string): string => `starts_with(${column}, 'enc1:' || ${key} || ':')`
const isSearched = (column: string, key: string): string => `starts_with(${column}, 'h1:' || ${key} || ':')`

/** Before the first row. */
export const start = ({ key }: PersonalTable): KeyValue[] =>
  Object.values(key).map((type) => (type === 'uuid' ? '00000000-0000-0000-0000-000000000000' : -1))

/**
 * Encrypts the next rows of a table that hold plain values or those of older keys with the current key.
 * @param after the key of the last row of the batch before
 * @returns the keys of the rows; none when all are encrypted
 */
export async function encryptRows(
  tx: Transaction,
  personal: PersonalData,
  [name, table]: [string, PersonalTable],
  after: readonly KeyValue[],
): Promise<KeyValue[][]> {
  const { batch = 200 } = table
  const keys = Object.entries(table.key)
  const columns = Object.entries(table.columns)
  const keyNames = keys.map(([key]) => key).join(', ')
  const current = `$${keys.length + 1}::text`
  const open = columns.flatMap(([column, search]) => [
    `${column} is not null and not ${isSealed(column, current)}`,
    ...(search ? [`${column} is not null and not ${isSearched(`coalesce(${search}, '')`, current)}`] : []),
  ])
  const rows = await many<Record<string, KeyValue | null>>(
    tx,
    `lenders.profile.${name}_to_encrypt`,
    `select ${keyNames}, ${Object.keys(table.columns).join(', ')} from ${name}
      where (${keyNames}) > (${keys.map(([, type], place) => `$${place + 1}::${type}`).join(', ')}) and (${open.join(' or ')})
      order by ${keyNames} limit ${batch} for update`,
    [...after, personal.current.id],
  )
  const texts = columns.flatMap(([column, search]) => {
    const values = rows.map((row) => row[column] as string | null)
    const each = (change: (text: string) => string) =>
      values.map((value) => (value === null ? null : change(value)))
    return [
      { column, values: each((text) => personal.seal(text)) },
      ...(search ? [{ column: search, values: each((text) => personal.searchKey(text.toLowerCase())) }] : []),
    ]
  })
  const types = [...keys.map(([, type]) => type), ...texts.map(() => 'text')]
  const changed = texts.map(({ column }) => column)
  await many(
    tx,
    `lenders.profile.encrypt_${name}`,
    `update ${name} t set ${changed.map((column) => `${column} = n.${column}`).join(', ')}
       from unnest(${types.map((type, place) => `$${place + 1}::${type}[]`).join(', ')})
         as n (${[keyNames, ...changed].join(', ')})
      where ${keys.map(([key]) => `t.${key} = n.${key}`).join(' and ')}`,
    [...keys.map(([key]) => rows.map((row) => row[key])), ...texts.map(({ values }) => values)],
  )
  return rows.map((row) => keys.map(([key]) => row[key] as KeyValue))
}

/** Whether any value of any table is encrypted with this key, or searched by it. */
export async function isKeyUsed(db: Queryable, key: string): Promise<boolean> {
  const places = Object.entries(personalTables).map(([name, { columns }]) => {
    const marks = Object.entries(columns).flatMap(([column, search]) => [
      isSealed(column, '$1'),
      ...(search ? [isSearched(search, '$1')] : []),
    ])
    return `exists (select from ${name} where ${marks.join(' or ')})`
  })
  const { used } = await one<{ used: boolean }>(
    db,
    'lenders.profile.used_personal_keys',
    `select ${places.join(' or ')} as used`,
    [key],
  )
  return used
}
