import type { KeyRight } from '@pematang/contract/partner/rights'
import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import { type AuthenticatedLender, requireFreshProof } from '../auth/index.ts'
import { callOf } from '../factor-changes/index.ts'
import { countKeys, insertKey, makeKeySecret, revokeOneKey, rotateSecret } from '../keys/index.ts'
import { notifyLender } from '../notifications/index.ts'

/** Keys of a lender that work at once. */
const mostKeys = 20

export type KeyTerms = { label: string; right: KeyRight; networks: string[]; lastDay: string | null }
/** The secret as it is shown, once. */
type Shown = { id: string; secret: string }

/**
 * Makes a key of a lender, who has just shown the second factor or the password.
 * @throws Refusal FACTOR_CHECK_REQUIRED, PASSWORD_CHECK_REQUIRED, KEYS_FULL, KEY_DAY_PAST
 */
export async function createKey(context: Context, who: AuthenticatedLender, terms: KeyTerms): Promise<Shown> {
  // Made outside the command, whose input and answer may be kept: a secret must not be.
  const secret = makeKeySecret(context.random)
  const id = context.random.uuid()
  await perform(
    context,
    storeKey,
    callOf(who, { ...terms, id, lenderId: who.lenderId, hash: hashToken(secret) }),
  )
  return { id, secret }
}

const storeKey = mutation<Context, KeyTerms & { id: string; lenderId: number; hash: Buffer }, null>({
  operation: 'createKey',
  permit: ['lender'],
  security: true,
  async run(tx, key, { context, actor }) {
    const { id, lenderId, label, right, networks, lastDay } = key
    await requireFreshProof(tx, actor, 'KEYS')
    const { keys, isPast } = await countKeys(tx, lenderId, lastDay)
    if (isPast) throw new Refusal('KEY_DAY_PAST')
    if (keys >= mostKeys) throw new Refusal('KEYS_FULL')
    await insertKey(tx, key)
    await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'KEYS_CHANGED', { change: 'MADE', label })
    return { answer: null, subject: `lender:${lenderId}`, detail: { key: id, right, networks, lastDay } }
  },
})

/**
 * Gives a key another secret; the one of before works for another day.
 * @throws Refusal FACTOR_CHECK_REQUIRED, PASSWORD_CHECK_REQUIRED, NOT_FOUND
 */
export async function rotateKey(context: Context, who: AuthenticatedLender, id: string): Promise<Shown> {
  const secret = makeKeySecret(context.random)
  await perform(context, storeRotation, callOf(who, { id, lenderId: who.lenderId, hash: hashToken(secret) }))
  return { id, secret }
}

const storeRotation = mutation<Context, { id: string; lenderId: number; hash: Buffer }, null>({
  operation: 'rotateKey',
  permit: ['lender'],
  security: true,
  async run(tx, { id, lenderId, hash }, { context, actor }) {
    await requireFreshProof(tx, actor, 'KEYS')
    const { label } = required(await rotateSecret(tx, { id, lenderId, hash }), 'NOT_FOUND')
    await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'KEYS_CHANGED', {
      change: 'ROTATED',
      label,
    })
    return { answer: null, subject: `lender:${lenderId}`, detail: { key: id } }
  },
})

/**
 * Ends a key at once. It asks for no proof: whoever finds one leaked should not have to look for a phone.
 * @throws Refusal NOT_FOUND
 */
export const revokeKey = mutation<Context, { id: string; lenderId: number }, { message: 'success' }>({
  operation: 'revokeKey',
  permit: ['lender'],
  security: true,
  async run(tx, { id, lenderId }, { context }) {
    const { label } = required(await revokeOneKey(tx, { id, lenderId }), 'NOT_FOUND')
    await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'KEYS_CHANGED', {
      change: 'REVOKED',
      label,
    })
    return { answer: { message: 'success' }, subject: `lender:${lenderId}`, detail: { key: id } }
  },
})
