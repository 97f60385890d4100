import type pg from 'pg'
import { Database, type DatabaseOptions } from '../src/platform/db/database.ts'
import { applicationRole } from '../src/platform/db/application-role.ts'

/**
 * The faults of a statement. `lost` is a broken connection; at COMMIT it breaks before or after the server has
 * committed.
 */
export const faultKinds = ['40001', '40P01', '57P01', 'lost'] as const
export type FaultKind = (typeof faultKinds)[number]

export type Faults = {
  /** Options to spread into those of a Database. */
  options: Pick<DatabaseOptions, 'beforeStatement' | 'afterCommit' | 'retry'>
  /** How often each kind occurred; `lostAfterCommit` is counted separately. */
  struck: Record<FaultKind | 'lostAfterCommit', number>
  /** The number of statements that could have failed. */
  seen(): number
  /** While false nothing fails, e.g. in a test that needs an exact order of events. */
  enabled: boolean
}

/**
 * Breaks a share of all statements, including BEGIN and COMMIT, as a real server does: the server raises the error in
 * the open transaction, ends its own backend, or finds its socket closed. A fifth of the failures of COMMIT occur after
 * the server has committed. The same seed gives the same choices for the same order of statements.
 * @param share from 0 to 1, e.g. 0.2 for a fifth.
 */
export function makeFaults(share: number, seed: number): Faults {
  const chance = generator(seed)
  const struck: Faults['struck'] = { '40001': 0, '40P01': 0, '57P01': 0, lost: 0, lostAfterCommit: 0 }
  let seen = 0
  // A COMMIT can also fail after it was done. That is drawn separately, so the share of failures before it is lower.
  const afterShare = share / (faultKinds.length + 1)
  const faults: Faults = {
    enabled: true,
    struck,
    seen: () => seen,
    options: {
      // With a fifth of the statements failing, one in ten transactions of ten statements succeeds, and one in a
      // thousand of thirty. Backoff would only add up, so there is none; what never succeeds ends by the time limit of
      // its test.
      retry: { tries: 50_000, pause: () => new Promise((resolve) => setImmediate(resolve)) },
      async beforeStatement(text, client) {
        if (!faults.enabled) return
        seen += 1
        if (chance() >= (text === 'commit' ? share - afterShare : share)) return
        const kind = faultKinds[Math.floor(chance() * faultKinds.length)] ?? 'lost'
        struck[kind] += 1
        await strike(client, kind)
      },
      afterCommit(client) {
        if (!faults.enabled || chance() >= afterShare) return
        struck.lostAfterCommit += 1
        cut(client)
        throw new Error('Connection terminated unexpectedly')
      },
    },
  }
  return faults
}

async function strike(client: pg.ClientBase, kind: FaultKind): Promise<void> {
  if (kind === 'lost') cut(client)
  // The application's role may not terminate any backend, not even its own.
  else if (kind === '57P01')
    await client.query('set role none; select pg_terminate_backend(pg_backend_pid())')
  else await client.query(`do $$ begin raise exception 'struck on purpose' using errcode = '${kind}'; end $$`)
}

/** Closes the socket under a client, so that its next statement fails. */
export function cut(client: pg.ClientBase): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

/** mulberry32: a small seeded generator, random enough to choose faults. */
export function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * A database whose connection breaks at a statement, and which does not retry.
 * @param statement counted from 0; -1 for right after the commit
 */
export function databaseDyingAt(url: string, statement: number): { db: Database; seen: () => number } {
  let seen = 0
  const db = new Database({
    url,
    size: 1,
    role: applicationRole,
    retry: { tries: 1, pause: async () => {} },
    async beforeStatement(_, client) {
      if (seen === statement) cut(client)
      seen += 1
    },
    afterCommit(client) {
      if (statement !== -1) return
      cut(client)
      throw new Error('Connection terminated unexpectedly')
    },
  })
  return { db, seen: () => seen }
}
