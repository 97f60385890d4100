import type { EventType } from '@pematang/contract/partner/event-types'
import type { Context } from '../../context.ts'
import { type NoticeData, notifyOfAccess, requireFreshProof } from '../../lenders/index.ts'
import { checkAddress } from '../../outside/call-back/address.ts'
import type { ActorOf, Origin } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Sealed } from '../../platform/keys/personal-data.ts'
import { Refusal } from '../../platform/refusal.ts'
import { makeSecret } from './sign.ts'
import { lockCallBack } from './store.ts'

/** Who changes the address, in their session. */
type Who = Origin & { actor: ActorOf<'lender'> }

const tellOf = (
  tx: Transaction,
  { random }: Pick<Context, 'random'>,
  lenderId: number,
  data: NoticeData['CALL_BACK_CHANGED'],
): Promise<void> => notifyOfAccess(tx, random, lenderId, { kind: 'CALL_BACK_CHANGED', data })

/**
 * Sets the address of a lender, which is called for what happens from now on.
 * @returns the secret of a first address, which is shown once
 * @throws Refusal CALL_BACK_ADDRESS, PASSWORD_CHECK_REQUIRED, FACTOR_CHECK_REQUIRED
 */
export async function setCallBack(
  context: Context,
  who: Who,
  { url, types }: { url: string; types: EventType[] },
): Promise<{ secret: string | null }> {
  const address = checkAddress(url, { allowsLocal: context.config.CALL_BACK_LOCAL })
  if (address === null) throw new Refusal('CALL_BACK_ADDRESS')
  // Made outside the command, whose answer is stored for replays: a secret must not be.
  const secret = makeSecret(context.random)
  const input = { lenderId: who.actor.lenderId, url: address, types: [...new Set(types)].toSorted(), secret }
  const { isFirst } = await perform(context, storeCallBack, { ...who, input })
  return { secret: isFirst ? secret : null }
}

type Address = { lenderId: number; url: string; types: string[]; secret: string }

const storeCallBack = mutation<Context, Address, { isFirst: boolean }>({
  operation: 'setCallBack',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, url, types, secret }, { actor, context }) {
    await requireFreshProof(tx, actor, 'CALL_BACK')
    const isFirst = (await lockCallBack(tx, lenderId)) === undefined
    // The turn is over: a job of before tells the new address of nothing.
    await run(
      tx,
      'reports.calls-back.set',
      `insert into call_back as kept (lender_id, url, types, secret, rung_no)
       values ($1, $2, $3, $4, (select coalesce(max(no), 0) from event))
       on conflict (lender_id) do update
         set url = excluded.url, types = excluded.types, state = 'ACTIVE', set_at = app_now(), rung_no = excluded.rung_no,
             ringing = false, turn = kept.turn + 1, failing_since = null, due_at = null`,
      [lenderId, new Sealed(url), types, new Sealed(secret)],
    )
    const host = new URL(url).host
    await tellOf(tx, context, lenderId, { part: 'ADDRESS', host })
    return { answer: { isFirst }, subject: `lender:${lenderId}`, detail: { host, types, isFirst } }
  },
})

/** A new secret for the address. @throws Refusal NOT_FOUND and those of the check */
export async function rotateSecret(context: Context, who: Who): Promise<{ secret: string }> {
  const secret = makeSecret(context.random)
  await perform(context, storeSecret, { ...who, input: { lenderId: who.actor.lenderId, secret } })
  return { secret }
}

const storeSecret = mutation<Context, { lenderId: number; secret: string }, null>({
  operation: 'rotateCallBackSecret',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, secret }, { actor, context }) {
    await requireFreshProof(tx, actor, 'CALL_BACK')
    const changed = await run(
      tx,
      'reports.calls-back.rotate',
      `update call_back set former_secret = secret, former_until = app_now() + interval '1 day', secret = $2
        where lender_id = $1`,
      [lenderId, new Sealed(secret)],
    )
    if (changed === 0) throw new Refusal('NOT_FOUND')
    await tellOf(tx, context, lenderId, { part: 'SECRET' })
    return { answer: null, subject: `lender:${lenderId}` }
  },
})

/** Removes the address. It opens nothing, so it asks for no proof. */
export const endCallBack = (context: Context, who: Who): Promise<{ message: 'success' }> =>
  perform(context, removeCallBack, { ...who, input: { lenderId: who.actor.lenderId } })

const removeCallBack = mutation<Context, { lenderId: number }, { message: 'success' }>({
  operation: 'endCallBack',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId }, { context }) {
    const ended = await run(tx, 'reports.calls-back.end', 'delete from call_back where lender_id = $1', [
      lenderId,
    ])
    if (ended === 0) throw new Refusal('NOT_FOUND')
    await tellOf(tx, context, lenderId, { part: 'ENDED' })
    return { answer: { message: 'success' }, subject: `lender:${lenderId}` }
  },
})
