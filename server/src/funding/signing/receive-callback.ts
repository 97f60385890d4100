import * as z from 'zod'
import type { Context } from '../../context.ts'
import { findFunding } from '../single/index.ts'
import { verifyCallback } from '../../outside/esign/callback-signature.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isStorable } from '../../platform/text/storable-text.ts'
import { recordNotice } from './store.ts'

const textUpTo = (most: number) => z.string().min(1).max(most).refine(isStorable)

const notice = z.object({
  eventId: textUpTo(100),
  docToken: textUpTo(200),
  reference: z.uuid(),
  event: textUpTo(40),
  occurredAt: z.string().max(40),
})

/** A callback as received: the signed bytes, and the two headers. */
export type RawCallback = { body: Buffer; timestamp: string | undefined; signature: string | undefined }

/**
 * Receives a callback of the e-signature provider: checks its sender, stores it unchanged, and enqueues a job for its
 * effect. A callback that is repeated, late or out of order is stored and has no further effect.
 * @throws Refusal CALLBACK_FORGED if the signature or its time is wrong, INPUT_INVALID if the body is.
 */
export async function receiveCallback(
  context: Context,
  callback: RawCallback,
  requestId: string,
): Promise<void> {
  const genuine = verifyCallback({
    rawBody: callback.body,
    timestamp: callback.timestamp,
    signature: callback.signature,
    secret: context.config.ESIGN_CALLBACK_SECRET,
    now: context.clock.now(),
  })
  if (!genuine) throw new Refusal('CALLBACK_FORGED')
  const body = callback.body.toString('utf8')
  const parsed = notice.safeParse(parseJson(body))
  if (!parsed.success) throw new Refusal('INPUT_INVALID')
  await perform(context, takeNotice, {
    actor: { kind: 'system' },
    input: { ...parsed.data, body },
    requestId,
  })
}

const takeNotice = mutation<Context, z.infer<typeof notice> & { body: string }, void>({
  operation: 'receiveEsignNotice',
  permit: ['system'],
  async run(tx, { eventId, docToken, reference, event, body }, { context }) {
    const fresh = await recordNotice(tx, { eventId, body, providerToken: docToken, event })
    const funding = fresh ? await findFunding(tx, reference) : undefined
    if (funding) {
      await enqueue(tx, [
        {
          id: context.random.uuid(),
          kind: 'signing.follow',
          payload: { fundingId: funding.id },
        },
      ])
    }
    return { answer: undefined, subject: `funding:${reference}`, detail: { event, fresh } }
  },
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
