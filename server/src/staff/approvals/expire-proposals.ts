import type { Context } from '../../context.ts'
import { expiredJob } from '../../platform/approvals/gate.ts'
import { staffBody } from '../../platform/approvals/staff.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'

/** So many are ended in one transaction, for which nobody decides. */
const most = 100

const expire = mutation<Context, { numbers: readonly number[] }, null>({
  operation: 'expireProposals',
  permit: ['system'],
  async run(tx, { numbers }, { context: { random } }) {
    await staffBody.lock(tx)
    const ended = await many<{ number: number; maker: number; isLate: boolean }>(
      tx,
      'staff.approvals.expire',
      `update proposal set ended = 'EXPIRED', ended_at = app_clock()
        where number = any($1) and ended is null and until <= app_clock()
        returning number, maker, until < app_clock() - interval '7 days' as "isLate"`,
      [numbers],
    )
    // Whoever did not miss it for a week needs no letter, of which there could be thousands after an update.
    const told = ended
      .filter(({ isLate }) => !isLate)
      .map(({ number, maker: staffId }) => ({
        id: random.uuid(),
        kind: expiredJob,
        payload: { number, staffId },
      }))
    if (told.length > 0) await enqueue(tx, told)
    return { answer: null, detail: { proposals: ended.map(({ number }) => number) } }
  },
})

/** Ends the proposals of staff whose time is over and has their makers told, so that what waits stays quick to read. */
export async function expireProposals(context: Context, signal?: AbortSignal): Promise<void> {
  let numbers: number[] = []
  do {
    const overdue = await many<{ number: number }>(
      context.db,
      'staff.approvals.overdue',
      `select number from proposal where ended is null and until <= app_now() and number > $1 order by number limit $2`,
      [numbers.at(-1) ?? 0, most],
    )
    numbers = overdue.map(({ number }) => number)
    if (numbers.length > 0) await perform(context, expire, { actor: { kind: 'system' }, input: { numbers } })
  } while (numbers.length === most && !signal?.aborted)
}
