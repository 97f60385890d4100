import type pg from 'pg'
import type { Context } from '../src/context.ts'
import { applicationRole } from '../src/platform/db/application-role.ts'
import { Database } from '../src/platform/db/database.ts'
import type { Fixture } from './fixture.ts'

/** What became of tries that were broken at one step each. */
export type BrokenTries = {
  /** How many were broken. */
  broken: number
  /** What the last try, which nothing broke, gave or threw. */
  last: { answer: unknown } | { error: unknown }
}

/** Connections to the books of a fixture that break at one step of what is tried, as when their process is killed there. */
export type BreakableSteps = {
  /** The context whose connections break. */
  context: Context
  /**
   * Tries something again and again: the first time its connection breaks at its first statement, then at the second, and so
   * on, also after a commit, when nobody learns of it; until nothing is left to break. Nothing is retried inside.
   * @param between looks at what there is after each broken try; it is told whether a commit was lost so
   */
  breakEach(
    attempt: () => Promise<unknown>,
    between: (wasCommitted: boolean) => Promise<void>,
  ): Promise<BrokenTries>
  close(): Promise<void>
}

const cut = (client: pg.ClientBase): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

/** Makes connections to the books of a fixture that break where `breakEach` says. */
export function breakableSteps({
  context,
  databaseUrl,
}: Pick<Fixture, 'context' | 'databaseUrl'>): BreakableSteps {
  let left = Number.POSITIVE_INFINITY
  let [isBroken, isCommitted] = [false, false]
  const db = new Database({
    ...{ url: databaseUrl, role: applicationRole, size: 4, retry: { tries: 1, pause: async () => {} } },
    beforeStatement(_, client) {
      left -= 1
      if (left !== 0) return
      isBroken = true
      cut(client)
    },
    afterCommit(client) {
      if (left !== 1) return
      left = 0
      ;[isBroken, isCommitted] = [true, true]
      cut(client)
      throw new Error('Connection terminated unexpectedly')
    },
  })
  return {
    context: { ...context, db },
    async breakEach(attempt, between) {
      isCommitted = false
      for (let broken = 0; broken < 500; broken += 1) {
        isBroken = false
        left = broken + 1
        const last = await attempt().then(
          (answer) => ({ answer }),
          (error: unknown) => ({ error }),
        )
        left = Number.POSITIVE_INFINITY
        if (!isBroken) return { broken, last }
        await between(isCommitted)
      }
      throw new Error('it passes more than 500 statements')
    },
    close: () => db.close(),
  }
}
