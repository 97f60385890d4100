import { hash as digest } from 'node:crypto'
import { timeOfId } from '../audit/chain.ts'
import { type Database, maybe, run } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Answers, Known, Stored } from './idempotency.ts'

/** Only one call uses a generated key, so its input need not be compared. */
const hash = digest('sha256', 'a key that the server generated', 'buffer')

const dayMilliseconds = 86_400_000
const slots = 3

/** The partition of a generated key: the day of its id, so that a retry after midnight looks in the same one. */
const slotOf = (id: string): number => Math.floor(timeOfId(id) / dayMilliseconds) % slots

/**
 * The answer of a call without a client's key, under a generated one. Only the retries of this call look for it, in
 * this process, so the answer itself stays in memory: the row only proves that the attempt which gave it was committed.
 * It is kept for one to two days (`emptyOwnAnswers`).
 * @param id a time-ordered uuid (v7)
 */
export function ownAnswer(id: string): Answers {
  const slot = slotOf(id)
  /** The answer of the last attempt that gave one: a later attempt claims the row only if that one was not committed. */
  let given: Stored | undefined
  return {
    hash,
    async claimOrReplay(tx): Promise<Known | null> {
      const claimed = await run(
        tx,
        'platform.commands.claim_own_answer',
        `insert into own_answer (slot, id, answer) values ($1, $2, '{}') on conflict do nothing`,
        [slot, id],
      )
      if (claimed === 1) return null
      await run(
        tx,
        'platform.commands.replay_own_answer',
        'update own_answer set replays = replays + 1 where slot = $1 and id = $2',
        [slot, id],
      )
      if (!given) throw new Error(`the key ${id} was claimed by another call`)
      return { stored: given, hash }
    },
    async store(_, stored) {
      given = stored
    },
    async release(tx) {
      await run(
        tx,
        'platform.commands.release_own_answer',
        'delete from own_answer where slot = $1 and id = $2',
        [slot, id],
      )
    },
  }
}

/**
 * Truncates the partition in which tomorrow's answers will be stored, unless a transaction uses it now.
 * @returns whether it was truncated
 */
export const emptyOwnAnswers = (db: Database): Promise<boolean> =>
  inTransaction(db, { repeatable: true }, async (tx) => {
    const row = await maybe<{ emptied: boolean }>(
      tx,
      'platform.commands.empty_own_answer',
      'select empty_own_answers() as emptied',
    )
    return row?.emptied ?? false
  })
