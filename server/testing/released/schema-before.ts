import type pg from 'pg'

type Relation = { oid: number; name: string; kind: string; file: string | null }
type Column = { relation: string; name: string; type: string; asks: boolean }

/** What a version finds in its database. */
export type Schema = {
  relations: Map<number, Relation>
  /** By `relation.column`. */
  columns: Map<string, Column>
  functions: Set<string>
}

export async function schemaOf(client: Pick<pg.ClientBase, 'query'>): Promise<Schema> {
  const relations = await client.query<Relation>(
    `select oid::int as oid, relname::text as name, relkind::text as kind, pg_relation_filenode(oid)::text as file from pg_class
      where relnamespace = current_schema()::regnamespace and relname <> 'schema_migration'`,
  )
  const columns = await client.query<Column>(
    `select c.relname::text as relation, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
            a.attnotnull and not a.atthasdef and a.attidentity = '' as asks
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and c.relname <> 'schema_migration'`,
  )
  const functions = await client.query<{ name: string }>(
    `select format('%s(%s)', proname, pg_get_function_identity_arguments(oid)) as name from pg_proc
      where pronamespace = current_schema()::regnamespace`,
  )
  return {
    relations: new Map(relations.rows.map((one) => [one.oid, one])),
    columns: new Map(columns.rows.map((one) => [`${one.relation}.${one.name}`, one])),
    functions: new Set(functions.rows.map(({ name }) => name)),
  }
}

type Used = (...words: string[]) => Promise<boolean>

/** What is no longer as a version found it, a sentence each. */
export async function takenAway(
  client: pg.ClientBase,
  before: Schema,
  isUsed: (words: string[]) => boolean,
): Promise<string[]> {
  const after = await schemaOf(client)
  const used: Used = async (...words) => isUsed(words) || (await isInFunction(client, words))
  const functions: string[] = []
  for (const full of before.functions)
    if (!after.functions.has(full) && (await used(full.slice(0, full.indexOf('('))))) functions.push(full)
  return [
    ...(await relationsTaken(before, after, used)),
    ...(await columnsTaken(before, after, used)),
    ...columnsAsked(before, after),
    ...functions.map((full) => `takes away ${full}, which the version before uses`),
  ]
}

const namesOf = ({ relations }: Schema) => new Set([...relations.values()].map(({ name }) => name))

async function relationsTaken(before: Schema, after: Schema, used: Used): Promise<string[]> {
  const names = namesOf(after)
  const faults: string[] = []
  for (const { oid, name, kind, file } of before.relations.values()) {
    if ('rpvmS'.includes(kind) && !names.has(name) && (await used(name)))
      faults.push(`takes away ${name}, which the version before uses`)
    const now = after.relations.get(oid)
    if (now && kind !== 'S' && now.file !== file) faults.push(`writes all of ${name} anew while it locks it`)
  }
  return faults
}

async function columnsTaken(before: Schema, after: Schema, used: Used): Promise<string[]> {
  const names = namesOf(after)
  const faults: string[] = []
  for (const [full, { relation, name, type }] of before.columns) {
    if (!names.has(relation)) continue
    const now = after.columns.get(full)
    if (now === undefined && (await used(relation, name)))
      faults.push(`takes away ${full}, which the version before uses`)
    if (now !== undefined && now.type !== type) faults.push(`makes ${full} ${now.type}, it was ${type}`)
  }
  return faults
}

function columnsAsked(before: Schema, after: Schema): string[] {
  const names = namesOf(before)
  return [...after.columns]
    .filter(([full, { relation, asks }]) => asks && names.has(relation) && !before.columns.has(full))
    .map(([full]) => `adds ${full} without a default, so the version before cannot insert`)
}

/** Whether a function of the database names all of these words, which PostgreSQL does not keep track of. */
async function isInFunction(client: pg.ClientBase, words: string[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_proc where pronamespace = current_schema()::regnamespace
        and not exists (select from unnest($1::text[]) as word where prosrc !~ ('\\m' || word || '\\M')) limit 1`,
    [words],
  )
  return rowCount !== 0
}
