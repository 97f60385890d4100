import { addDays, addMonths, type BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../src/context.ts'
import { readNotices } from '../src/lenders/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { many } from '../src/platform/db/database.ts'
import { issueStatement, makeStatement } from '../src/reports/index.ts'

/** How many months before that of the first start have a statement. */
const months = 12

type Old = {
  actor: ActorOf<'operator'>
  lenderIds: readonly number[]
  first: BusinessDate
  /** The first closed day: the months that end from it on get their statements by its close. */
  from: BusinessDate
}

/**
 * @returns what issues the statements of the months whose days nobody closes, as soon as each month is over. To close a
 * year of days would take as long as all the rest of the demo.
 */
export function issuerOfOldStatements(
  context: Context,
  { actor, lenderIds, first, from }: Old,
): (on: BusinessDate) => Promise<void> {
  const begins = addMonths(`${first.slice(0, 7)}-01`, -months)
  const waiting = Array.from({ length: months }, (_, place) => addMonths(begins, place)).filter(
    (month) => lastDay(month) < from,
  )
  return async (on) => {
    for (;;) {
      const [month] = waiting
      if (month === undefined || lastDay(month) >= on) return
      const done = await issuedOf(context, month)
      for (const lenderId of lenderIds)
        if (!done.has(lenderId)) {
          const input = await makeStatement(context, lenderId, month)
          await perform(context, issueStatement, { actor, input })
        }
      waiting.shift()
    }
  }
}

const lastDay = (month: BusinessDate): BusinessDate => addDays(addMonths(month, 1), -1)

async function issuedOf({ db }: Context, month: BusinessDate): Promise<Set<number>> {
  const rows = await many<{ lenderId: number }>(
    db,
    'demo.old-statements.issued',
    'select lender_id as "lenderId" from statement where month = $1',
    [month],
  )
  return new Set(rows.map(({ lenderId }) => lenderId))
}

/** Marks the notices of these statements as read, as lenders have who come here each month. */
export async function readOldNotices(
  context: Context,
  { lenderIds, from }: Pick<Old, 'lenderIds' | 'from'>,
): Promise<void> {
  const last = await many<{ lenderId: number; id: string }>(
    context.db,
    'demo.old-statements.unread',
    `select distinct on (lender_id) lender_id as "lenderId", id from notice
      where lender_id = any($1) and kind = 'STATEMENT_READY' and data->>'month' < $2 and read_at is null
      order by lender_id, created_at desc, id desc`,
    [lenderIds, from.slice(0, 7)],
  )
  for (const { lenderId, id } of last)
    await readNotices(context, lenderId, { upTo: id, category: 'STATEMENTS' })
}
