import type { Context } from '../../context.ts'
import { notice } from '../../outside/esign/privy/wire.ts'
import { lockFunding } from '../single/index.ts'
import { enqueue, findJob } from '../../platform/jobs/queue.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { fundingOfFile } from './store.ts'

/**
 * Receives a callback of Privy. Its sender cannot be authenticated, so it only triggers a status query to Privy: a
 * callback that is forged, repeated or out of order costs at most one query. Callbacks about unknown documents are not
 * stored.
 * @throws Refusal INPUT_INVALID if it names no document
 */
export async function receivePrivyNotice(context: Context, body: Buffer, requestId: string): Promise<void> {
  const parsed = notice.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) throw new Refusal('INPUT_INVALID')
  const { docToken } = parsed.data.data
  const found = await fundingOfFile(context.db, docToken)
  if (!found) {
    context.log.warn({ requestId }, 'a callback of Privy names a document that is not known here')
    return
  }
  if (await findJob(context.db, found.fundingId)) return
  await perform(context, askSoon, { actor: { kind: 'system' }, input: found, requestId })
}

/**
 * Enqueues a job with the id of the funding, so further callbacks add none while it exists. Its delay limits the
 * queries to Privy to one a second, however many callbacks someone with the token (such as the lender) sends.
 */
const askSoon = mutation<Context, { fundingId: string }, void>({
  operation: 'receivePrivyNotice',
  permit: ['system'],
  async run(tx, { fundingId }) {
    await lockFunding(tx, fundingId)
    const signingState = await findJob(tx, fundingId)
    if (!signingState) {
      const payload = { fundingId, once: true }
      await enqueue(tx, [{ id: fundingId, kind: 'signing.follow', payload, delay: '1 second' }])
    }
    return { answer: undefined, subject: `funding:${fundingId}` }
  },
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
