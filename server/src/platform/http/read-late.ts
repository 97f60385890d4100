import type { Database } from '../db/database.ts'
import type { Replica } from '../db/replica.ts'
import type { Identity } from './requests.ts'

type Reading = { db: Database; replica: Replica | null }

/** Asks the questions of a call of the replica, where there is one: what they show may be as late as its bound. */
export const readLate = <Context extends Reading, Answer>(
  context: Context,
  { readAfter }: Pick<Identity, 'readAfter'>,
  work: (context: Context) => Promise<Answer>,
): Promise<Answer> =>
  context.replica === null ? work(context) : context.replica.read(readAfter, (db) => work({ ...context, db }))
