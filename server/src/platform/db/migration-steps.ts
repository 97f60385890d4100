import type pg from 'pg'
import { lockTimeout, patiently } from './migration-lock.ts'

/** How many rows a step changes in one transaction. */
const batchSize = 1_000

/**
 * The steps of a migration that runs outside of a transaction, one statement each; null where it runs in one. Such a file
 * begins with a line `-- step`, and each further step too; words after it say what the step is for. A step that names `$1` is
 * repeated until it changes no row, and changes so many rows at most. If a step fails or the process ends, the file is run again
 * from its first step, so each must bear that: `create index concurrently` comes after `drop index concurrently if exists`,
 * since an interrupted one leaves an invalid index.
 */
export function stepsOf(sql: string): string[] | null {
  if (!/^-- step\b/.test(sql)) return null
  return sql
    .split(/^-- step\b.*$/m)
    .map((step) => step.trim())
    .filter((step) => step !== '')
}

export const isBatched = (step: string): boolean => step.includes('$1')

const limitLocks = (client: pg.ClientBase, timeout: string | undefined) =>
  client.query({ text: `select set_config('lock_timeout', $1, false)`, values: [timeout] })

/** Runs a step, in batches where it asks for them. */
export async function runStep(client: pg.ClientBase, step: string): Promise<void> {
  // What runs concurrently keeps nobody waiting while it waits for others, and is not whole if it gives up.
  const timeout = /\bconcurrently\b/i.test(step) ? '0' : lockTimeout
  const before = await client.query<{ lock_timeout: string }>('show lock_timeout')
  await limitLocks(client, timeout)
  try {
    if (!isBatched(step)) await patiently(() => client.query(step))
    else while ((await patiently(() => client.query(step, [batchSize]))).rowCount) continue
  } finally {
    // A lost connection has no setting any more.
    await limitLocks(client, before.rows[0]?.lock_timeout).catch(() => {})
  }
}
