import type pg from 'pg'
import type { DatabaseOptions } from '../platform/db/database.ts'

/** What can befall a statement; `lost` is a connection that breaks, at COMMIT before or after the server has done it. */
export const faultKinds = ['40001', '40P01', '57P01', 'lost'] as const
export type FaultKind = (typeof faultKinds)[number]

export type Faults = {
  /** To be spread into the options of a Database. */
  options: Pick<DatabaseOptions, 'beforeStatement' | 'afterCommit' | 'retry'>
  /** How often each kind struck; `lostAfterCommit` is counted apart. */
  struck: Record<FaultKind | 'lostAfterCommit', number>
  /** Statements that could have been struck. */
  seen(): number
  /** Nothing fails while it is off, e.g. where a test needs to see an exact order of events. */
  enabled: boolean
}

/**
 * Breaks a share of all statements, of BEGIN and of COMMIT, the way a real server does it: the server itself raises
 * the error in the open transaction, ends its own backend, or finds its socket gone. Of the failures of a COMMIT a
 * fifth come after the server has committed. The same seed gives the same choices for the same order of statements.
 * @param share from 0 to 1, e.g. 0.2 for a fifth.
 */
export function makeFaults(share: number, seed: number): Faults {
  const chance = generator(seed)
  const struck: Faults['struck'] = { '40001': 0, '40P01': 0, '57P01': 0, lost: 0, lostAfterCommit: 0 }
  let seen = 0
  // A COMMIT can fail in one way more, after it was done. That is drawn apart, so the share before it is less.
  const afterShare = share / (faultKinds.length + 1)
  const faults: Faults = {
    enabled: true,
    struck,
    seen: () => seen,
    options: {
      // A statement in five fails, so one transaction of ten statements in ten comes through, and one of thirty in a
      // thousand; pauses would only add up. What never comes through ends by the time of its test.
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
  // The application's role may end no backend, not even its own.
  else if (kind === '57P01')
    await client.query('set role none; select pg_terminate_backend(pg_backend_pid())')
  else await client.query(`do $$ begin raise exception 'struck on purpose' using errcode = '${kind}'; end $$`)
}

/** Breaks the socket under a client; whatever it is asked next fails. */
export function cut(client: pg.ClientBase): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

/** mulberry32: small, seeded, and even enough to decide what fails. */
export function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
