import type { Database } from '../db/database.ts'
import type { Replica } from '../db/replica.ts'
import type { Identity } from './requests.ts'

type Reading = { db: Database; replica: Replica | null }

/** Reads for an API call from the replica, if there is one; the data may be as old as the replica's maximum lag. */
export const readLate = <Context extends Reading, Answer>(
  context: Context,
  { readAfter }: Pick<Identity, 'readAfter'>,
  work: (context: Context) => Promise<Answer>,
): Promise<Answer> =>
  context.replica === null ? work(context) : context.replica.read(readAfter, (db) => work({ ...context, db }))
