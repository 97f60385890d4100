import type pg from 'pg'
import { grantRightsFromNowOn, makeAuditPartitions } from './application-role.ts'
import { describeSchema } from './describe-schema.ts'

type Migration = { number: number; name: string; sql: string; checksum: string }

/**
 * How many of the migrations are the baseline of 0.1.0: a file for each district, in place of the migrations that made
 * the same schema before the first release.
 */
export const baselineFiles = 10

/** The last commit whose migrations a database of before the baseline is brought up to date with. */
export const lastCommitBefore = 'f4875a0f887b9d96448214a59f46b38a23eef259'

/** The name of the second migration in every database of before the baseline. */
const formerSecond = '0002_ledger.sql'

/** Where the baseline is made for a comparison, in a transaction that is rolled back. */
const scratch = 'pematang_baseline'

/** Whether the database was migrated before the baseline. */
export async function isOfBefore(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query('select from schema_migration where number = 2 and name = $1', [
    formerSecond,
  ])
  return rowCount === 1
}

/**
 * Takes over a database of before the baseline whose schema is that of the baseline: its list of migrations becomes
 * the baseline, and nothing else is changed. Any other database is left as it is. Runs in a transaction in which
 * nobody else migrates.
 * @returns whether it was taken over
 * @throws for a database of before the baseline with another schema, with one sentence that says what to do
 */
export async function adoptFormer(client: pg.ClientBase, migrations: readonly Migration[]): Promise<boolean> {
  if (!(await isOfBefore(client))) return false
  await replaceList(client, migrations.slice(0, baselineFiles))
  return true
}

async function replaceList(client: pg.ClientBase, baseline: readonly Migration[]): Promise<void> {
  const there = await describeSchema(client)
  const asked = await describeBaseline(client, baseline)
  if (there.join('\n') !== asked.join('\n'))
    throw new Error(
      `The database was made before 0.1.0 and has another schema than the last commit before it, ${lastCommitBefore}: run \`npm run migrate\` of that commit first.`,
    )
  // Invariant I8g counts from the day on which openings were kept.
  await client.query(
    `with former as (delete from schema_migration returning name, applied_at)
     insert into schema_migration (number, name, checksum, applied_at)
     select given.*, coalesce((select applied_at from former where name like '%reading%'), now())
       from unnest($1::integer[], $2::text[], $3::text[]) as given`,
    [baseline.map((one) => one.number), baseline.map((one) => one.name), baseline.map((one) => one.checksum)],
  )
}

async function describeBaseline(client: pg.ClientBase, baseline: readonly Migration[]): Promise<string[]> {
  await client.query('savepoint scratch')
  await client.query(
    `do $$ begin
       execute format('create schema ${scratch}; set local search_path = ${scratch}, %I', current_schema());
     end $$`,
  )
  await grantRightsFromNowOn(client)
  for (const { sql } of baseline) await client.query(sql)
  await makeAuditPartitions(client)
  const lines = await describeSchema(client)
  await client.query('rollback to savepoint scratch')
  return lines
}
