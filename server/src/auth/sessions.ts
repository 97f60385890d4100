import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Identity } from '../platform/http/requests.ts'
import { mutation } from '../platform/mutation.ts'
import { endSession, findSession, insertSession, touchSession } from './store.ts'

/** Only this is kept of a token. It has 256 random bits, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Who a bearer token belongs to, or null once its session has ended, idled out or reached its limit. */
export async function authenticate(context: Context, token: string): Promise<Identity | null> {
  const tokenHash = hashToken(token)
  const session = await findSession(context.db, tokenHash, context.config.SESSION_IDLE_SECONDS)
  if (!session) return null
  if (session.stale) await touchSession(context.db, tokenHash)
  return { lenderId: session.lenderId, tokenHash }
}

export const openSession = mutation<Context, { tokenHash: Buffer; lenderId: number }, void>({
  operation: 'login',
  permit: ['lender'],
  async run(tx, { tokenHash, lenderId }, { world }) {
    await insertSession(tx, { tokenHash, lenderId, absoluteSeconds: world.config.SESSION_ABSOLUTE_SECONDS })
    return { answer: undefined, subject: `lender:${lenderId}` }
  },
})

export const closeSession = mutation<
  Context,
  { tokenHash: Buffer; lenderId: number },
  { message: 'success' }
>({
  operation: 'logout',
  permit: ['lender'],
  async run(tx, { tokenHash, lenderId }) {
    await endSession(tx, tokenHash)
    return { answer: { message: 'success' }, subject: `lender:${lenderId}` }
  },
})
