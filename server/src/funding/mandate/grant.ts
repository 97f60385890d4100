import { checkPassword, confirmPassword, type ActingCaller, urgentQueue } from '../../lenders/index.ts'
import type { Context } from '../../context.ts'
import { lockOwners } from '../../books/index.ts'
import { openedBy } from '../../documents/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { refuseUnable } from './prepare.ts'
import { findLenderFacts, findVersion, insertGrant, type MandateRow } from './store.ts'

type CheckedContext = Context & { checked: { lenderId: number; session: Buffer; passwordHash: string } }

/**
 * Grants the mandate whose text the lender has read, with the password. It comes into force when it is signed by hash,
 * which a job does at once. The slow password check runs before the transaction, which confirms that the password is
 * unchanged.
 * @throws Refusal the ones listed in the API contract
 */
export async function grantMandate(
  context: Context,
  who: ActingCaller,
  { version, password }: { version: number; password: string },
): Promise<void> {
  const passwordHash = await checkPassword(context, who, 'grantMandate', password)
  if (passwordHash === null) throw new Refusal('MANDATE_PASSWORD_WRONG')
  const { lenderId, session, requestId, ip: source, actor } = who
  await perform({ ...context, checked: { lenderId, session, passwordHash } }, storeGrant, {
    actor,
    input: { version },
    requestId,
    source,
  })
}

const storeGrant = mutation<CheckedContext, { version: number }, { number: string }>({
  operation: 'grantMandate',
  permit: ['lender'],
  security: true,
  company: {
    requireRead: async (tx, actor, { version }) =>
      requireMandateRead(tx, actor, await findVersion(tx, actor.lenderId, version)),
  },
  async run(tx, { version }, { context, actor }) {
    const { checked, random, config } = context
    const { lenderId } = actor
    if (!(await confirmPassword(tx, checked))) throw new Refusal('MANDATE_PASSWORD_WRONG')
    await lockOwners(tx, 'LENDER_CASH', [lenderId])
    const mandate = required(await findVersion(tx, lenderId, version), 'MANDATE_OUTDATED')
    const { id, number, state } = mandate
    const done = { answer: { number }, subject: `mandate:${id}`, detail: { version } }
    // A repeated request after a lost response gets the same answer.
    if (state === 'WAITING' || state === 'IN_FORCE') return done
    if (!mandate.current || state === 'ENDED') throw new Refusal('MANDATE_OUTDATED')
    await requireMandateRead(tx, actor, mandate)
    refuseUnable(await findLenderFacts(tx, lenderId))
    await insertGrant(tx, id, config.SIGNATURE_SECONDS)
    await enqueue(tx, [
      { id: random.uuid(), kind: 'mandate.sign', payload: { mandateId: id }, queue: urgentQueue },
    ])
    return done
  },
})

/** Of a company who grants it has read it, not somebody else of it. */
async function requireMandateRead(
  tx: Queryable,
  actor: ActorOf<'lender'>,
  mandate: MandateRow | undefined,
): Promise<void> {
  const { id, openedAt } = required(mandate, 'MANDATE_OUTDATED')
  const isRead =
    actor.member === undefined
      ? openedAt !== null
      : (await openedBy(tx, actor, [id])).get(id)?.has('MANDATE') === true
  if (!isRead) throw new Refusal('MANDATE_UNREAD')
}
