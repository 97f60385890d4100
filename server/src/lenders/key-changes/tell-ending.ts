import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { many, one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { notifyOfAccess } from '../notifications/index.ts'

/** An account is told so many days before the last one of its key, or at half of the key's time if that is shorter. */
const daysBefore = 14

type Ending = { id: string; lenderId: number; label: string; lastDay: BusinessDate }

/**
 * Has the accounts told whose keys are about to end, once for each key: the notice has its id. Workers take turns, so that
 * the second sees what the first has stored.
 */
export const tellEndingKeys = ({ db, random }: Pick<Context, 'db' | 'random'>): Promise<void> =>
  inTransaction(db, { repeatable: false }, async (tx) => {
    await one(
      tx,
      'lenders.key-changes.lock_ending',
      `select pg_advisory_xact_lock(hashtext('ending keys'))::text as locked`,
      [],
    )
    const ending = await many<Ending>(
      tx,
      'lenders.key-changes.ending',
      `select k.id, k.lender_id as "lenderId", k.label, k.last_day as "lastDay" from partner_key k
        where k.revoked_at is null and k.last_day >= business_day(app_now())
          and k.last_day - least($1::integer, (k.last_day - business_day(k.made_at)) / 2) <= business_day(app_now())
          and not exists (select from notice n where n.lender_id = k.lender_id and n.id = k.id)
        order by k.last_day, k.id limit 1000`,
      [daysBefore],
    )
    for (const { id, lenderId, label, lastDay } of ending) {
      const data = { change: 'ENDING', label, lastDay } as const
      await notifyOfAccess(tx, random, lenderId, { kind: 'KEYS_CHANGED', data, once: id })
    }
  })
