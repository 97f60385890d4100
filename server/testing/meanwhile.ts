import type { Context } from '../src/context.ts'
import { applicationRole } from '../src/platform/db/application-role.ts'
import { Database, one } from '../src/platform/db/database.ts'
import type { Fixture } from './fixture.ts'

/** How a command ended: its answer or its error. */
export type Ended = { answer: unknown } | { error: unknown }

type Act = (context: Context) => Promise<unknown>

const ending = (work: Promise<unknown>): Promise<Ended> =>
  work.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )

/** Two commands on one database, of which the second runs in the middle of the first. */
export type Meanwhile = {
  /**
   * Runs `first`, and before its statement of this number (from 0) `second`, until that has ended or waits for a lock of
   * `first`.
   * @returns how both ended; `second` undefined if `first` has no such statement
   */
  at(statement: number, first: Act, second: Act): Promise<{ first: Ended; second: Ended | undefined }>
  close(): Promise<void>
}

/** For a fixture of its own without faults: every other session that waits for a lock counts as the second command. */
export function meanwhileOn({ context, databaseUrl }: Pick<Fixture, 'context' | 'databaseUrl'>): Meanwhile {
  let left = Number.POSITIVE_INFINITY
  let act = async (): Promise<void> => {}
  const db = new Database({
    ...{ url: databaseUrl, role: applicationRole, size: 4 },
    ...(context.db.options.timeShift && { timeShift: context.db.options.timeShift }),
    async beforeStatement() {
      left -= 1
      if (left === -1) await act()
    },
  })
  const whenWaiting = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const { waiting } = await one<{ waiting: boolean }>(
        context.db,
        'test.waiting',
        `select exists (select from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()) as waiting`,
      )
      if (waiting) return
    }
  }
  return {
    async at(statement, first, second) {
      let other: Promise<Ended> | undefined
      act = async () => {
        let isOver = false
        other = ending(second(context)).finally(() => {
          isOver = true
        })
        await whenWaiting(() => isOver)
      }
      left = statement
      const ended = await ending(first({ ...context, db }))
      left = Number.POSITIVE_INFINITY
      return { first: ended, second: await other }
    },
    close: () => db.close(),
  }
}
