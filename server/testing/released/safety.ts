import type pg from 'pg'
import { describeSchema } from '../../src/platform/db/describe-schema.ts'
import { codeOf } from '../../src/platform/db/failures.ts'
import type { Migration } from '../../src/platform/db/migration-files.ts'
import { isBatched, stepsOf } from '../../src/platform/db/migration-steps.ts'
import { measured, type Measured } from './measured.ts'
import { type Schema, schemaOf, takenAway } from './schema-before.ts'

/** More than a step over any table of the filled database takes, a row at a time. */
const maxTurns = 200

/**
 * Applies a migration to a filled database of the version before, and says what would keep that version waiting or take
 * something from it while it runs: what the database shows (locks, scans, rewritten files, rows written), not what the text of
 * the migration looks like. A migration in steps is broken off after each of them and run again. Needs a superuser.
 * @param isUsed whether the version before names these words together; what it names must stay as it is
 * @returns a sentence for each fault
 */
export async function unsafeIn(
  client: pg.PoolClient,
  { sql }: Pick<Migration, 'sql'>,
  isUsed: (words: string[]) => boolean,
): Promise<string[]> {
  const before = await schemaOf(client)
  const faults = new Set<string>()
  const steps = stepsOf(sql)
  if (steps === null) {
    const seen = await measured(client, sql)
    for (const fault of [...faultsOf(seen), ...inOneTransaction(seen)]) faults.add(fault)
  } else {
    for (const fault of await brokenOff(client, steps, before)) faults.add(fault)
  }
  for (const fault of await takenAway(client, before, isUsed)) faults.add(fault)
  return [...faults]
}

/** What no statement may do, whether in steps or not. */
function faultsOf({ locked, scanned, built, foreign }: Measured): string[] {
  return [
    ...built.map(
      (name) => `builds an index of ${name} while nobody can write it: build it concurrently, in a step`,
    ),
    ...(locked.length > 0
      ? scanned.map((name) => `reads all of ${name} while it locks ${locked.join(', ')}: separate the two`)
      : []),
    ...foreign,
  ]
}

/** What belongs into batches. */
const inOneTransaction = ({ written, scanned }: Measured): string[] =>
  written && scanned.length > 0
    ? [`writes rows by all of ${scanned.join(', ')} in one transaction: make it a step with "limit $1"`]
    : []

/** Runs the steps as if the process ended after each, then once more with the new indexes left invalid. */
async function brokenOff(client: pg.PoolClient, steps: string[], before: Schema): Promise<string[]> {
  const faults: string[] = []
  try {
    for (let done = 1; done <= steps.length; done += 1)
      for (const step of steps.slice(0, done)) faults.push(...(await faultsOfStep(client, step)))
    const whole = await describeSchema(client)
    await client.query(
      `update pg_index set indisvalid = false where indexrelid <> all($1)
          and indexrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`,
      [[...before.relations.keys()]],
    )
    for (const step of steps) faults.push(...(await faultsOfStep(client, step)))
    if ((await describeSchema(client)).join('\n') !== whole.join('\n'))
      faults.push('makes another schema when it is run again')
  } catch (error) {
    faults.push(`cannot be run, or not again after it was broken off: ${String(error)}`)
  }
  const { rows } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where not indisvalid',
  )
  return [
    ...faults,
    ...rows.map(
      ({ name }) => `leaves ${name} invalid after it was broken off: drop the index first, if it exists`,
    ),
  ]
}

async function faultsOfStep(client: pg.PoolClient, step: string): Promise<string[]> {
  if (isBatched(step)) return faultsOfBatches(client, step)
  try {
    const seen = await measured(client, step)
    return [...faultsOf(seen), ...inOneTransaction(seen)]
  } catch (error) {
    // It cannot run in a transaction, as whatever is done concurrently.
    if (codeOf(error) !== '25001') throw error
    await client.query(step)
    return []
  }
}

/** With batches of one row it can be seen whether a step keeps to them. */
async function faultsOfBatches(client: pg.PoolClient, step: string): Promise<string[]> {
  const first = await measured(client, step, [1])
  const faults = faultsOf(first)
  if (first.rows > 1) return [...faults, `changes ${first.rows} rows where $1 is 1`]
  for (let turn = 1; turn <= maxTurns; turn += 1)
    if ((await client.query(step, [1])).rowCount === 0) return faults
  return [...faults, 'has a step that never comes to its end']
}
