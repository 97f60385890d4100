import type { Context } from '../../context.ts'
import { lockOwners } from '../../books/index.ts'
import { notifyLender, notifyRevocation } from '../../lenders/index.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { mutation } from '../../platform/commands/command.ts'
import { findMandate, type MandateRow, openOf } from './store.ts'

type Random = Pick<Context, 'random'>
type End = { reason: 'REVOKED' | 'REPLACED' | 'EXPIRED' | 'REFUSED'; detail?: string | undefined }

/**
 * Ends a mandate, in a transaction that has locked its lender's cash account. Its pending fundings can no longer be
 * signed, and are processed at once so that their money is released.
 */
export async function insertEnd(
  tx: Queryable,
  { random }: Random,
  { id, lenderId }: Pick<MandateRow, 'id' | 'lenderId'>,
  { reason, detail }: End,
): Promise<void> {
  await run(
    tx,
    'funding.mandate.end',
    'insert into mandate_end (mandate_id, reason, detail) values ($1, $2, $3)',
    [id, reason, detail ?? null],
  )
  const waiting = await many<{ fundingId: string }>(
    tx,
    'funding.mandate.waiting_fundings',
    `select u.funding_id as "fundingId" from mandate_funding u
       join funding f on f.lender_id = u.lender_id and f.id = u.funding_id
      where u.lender_id = $1 and u.mandate_id = $2 and f.state = 'WAITING'`,
    [lenderId, id],
  )
  await enqueue(
    tx,
    waiting.map(({ fundingId }) => ({
      id: random.uuid(),
      kind: 'signing.follow',
      payload: { fundingId, once: true },
    })),
  )
}

/**
 * Ends all granted mandates of a lender that have not ended.
 * @returns their numbers
 */
export async function endOpen(
  tx: Transaction,
  context: Random,
  lenderId: number,
  end: End,
): Promise<string[]> {
  await lockOwners(tx, 'LENDER_CASH', [lenderId])
  const open = await openOf(tx, lenderId)
  for (const mandate of open) await insertEnd(tx, context, mandate, end)
  return open.map(({ number }) => number)
}

/** Ends the mandate of a lender at once, in force or awaiting its signature. Without one it changes nothing. */
export const revokeMandate = mutation<Context, null, { ended: string[] }>({
  operation: 'revokeMandate',
  permit: ['lender'],
  security: true,
  async run(tx, _, { context, actor: { lenderId } }) {
    const ended = await endOpen(tx, context, lenderId, { reason: 'REVOKED' })
    return { answer: { ended }, subject: `lender:${lenderId}`, detail: { ended } }
  },
})

/** Ends a lender's mandate by an operator, with a reason for the audit trail; the lender is notified. */
export const revokeMandateOf = mutation<Context, { lenderId: number; reason: string }, { ended: string[] }>({
  operation: 'revokeMandateOf',
  permit: ['operator'],
  withoutSecondPair: 'it takes a mandate away',
  async run(tx, { lenderId, reason }, { context }) {
    const ended = await endOpen(tx, context, lenderId, { reason: 'REVOKED', detail: reason })
    if (ended.length > 0) await notifyRevocation(tx, { lenderId, id: context.random.uuid() }, ended)
    return { answer: { ended }, subject: `lender:${lenderId}`, detail: { ended, reason } }
  },
})

/** Ends a mandate that was not signed in time, or was refused. */
export const endUnsigned = mutation<
  Context,
  { mandateId: string; reason: 'EXPIRED' | 'REFUSED'; detail?: string },
  { ended: boolean }
>({
  operation: 'endUnsignedMandate',
  permit: ['system'],
  async run(tx, { mandateId, reason, detail }, { context }) {
    const subject = `mandate:${mandateId}`
    const before = await findMandate(tx, mandateId)
    if (!before) throw new Error(`there is no mandate ${mandateId}`)
    const { lenderId, number } = before
    await lockOwners(tx, 'LENDER_CASH', [lenderId])
    if ((await findMandate(tx, mandateId))?.state !== 'WAITING') return { answer: { ended: false }, subject }
    await insertEnd(tx, context, before, { reason, detail })
    const to = { lenderId, id: context.random.uuid() }
    await notifyLender(tx, to, 'MANDATE_UNSIGNED', { number, because: reason })
    return { answer: { ended: true }, subject, detail: { reason, ...(detail ? { code: detail } : {}) } }
  },
})
