import type { KeyRight } from '@pematang/contract/partner/rights'
import type { Context } from '../../context.ts'
import { companyRolesOf, lockCompany } from '../../platform/approvals/company.ts'
import { type ActorOf, type Origin, personOf } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { withdrawProposals } from '../../platform/commands/withdraw-proposals.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import { requireFreshProof } from '../auth/index.ts'
import {
  countKeys,
  insertKey,
  makeKeySecret,
  proposesForOther,
  revokeOneKey,
  rotateSecret,
} from '../keys/index.ts'
import { type NoticeData, notifyOfAccess } from '../notifications/index.ts'

/** Keys of a lender that work at once. */
const mostKeys = 20

export type KeyTerms = { label: string; right: KeyRight; networks: string[]; lastDay: string | null }
/** Who changes a key of their account, in the session in which they gave the proof. */
export type From = Origin & { actor: ActorOf<'lender'> }
type Shown = { id: string; secret: string }

/**
 * Makes a key of a lender, who has just shown the second factor or the password.
 * @throws Refusal FACTOR_CHECK_REQUIRED, PASSWORD_CHECK_REQUIRED, KEYS_FULL, KEY_DAY_PAST; KEY_PROPOSES_IN_COMPANY and
 *   COMPANY_ROLE_MISSING where it is to propose
 */
export async function createKey(context: Context, from: From, terms: KeyTerms): Promise<Shown> {
  // Made outside the command, whose input and answer may be kept: a secret must not be.
  const secret = makeKeySecret(context.random)
  const id = context.random.uuid()
  await perform(context, storeKey, { ...from, input: { ...terms, id, hash: hashToken(secret) } })
  return { id, secret }
}

const storeKey = mutation<Context, KeyTerms & { id: string; hash: Buffer }, null>({
  operation: 'createKey',
  permit: ['lender'],
  security: true,
  async run(tx, key, { context, actor }) {
    const { lenderId } = actor
    const { id, label, right, networks, lastDay } = key
    // Two who make keys at once are counted one after the other, and who is removed meanwhile makes none.
    await lockCompany(tx, lenderId)
    await requireMaker(tx, actor, right)
    await requireFreshProof(tx, actor, 'KEYS')
    const { keys, isPast } = await countKeys(tx, lenderId, lastDay)
    if (isPast) throw new Refusal('KEY_DAY_PAST')
    if (keys >= mostKeys) throw new Refusal('KEYS_FULL')
    await insertKey(tx, { ...key, lenderId, maker: personOf(actor) })
    await tell(tx, context, lenderId, { change: 'MADE', label })
    return { answer: null, subject: `lender:${lenderId}`, detail: { key: id, right, networks, lastDay } }
  },
})

/** In a company administrators make keys. One that proposes proposes what its maker may, so that it gives nobody more. */
async function requireMaker(tx: Transaction, { member }: ActorOf<'lender'>, right: KeyRight): Promise<void> {
  if (member === undefined) {
    if (right === 'PROPOSE') throw new Refusal('KEY_PROPOSES_IN_COMPANY')
    return
  }
  const roles = await companyRolesOf(tx, member)
  const mayPropose = roles.includes('MAKER') || roles.includes('APPROVER')
  if (!roles.includes('ADMINISTRATOR') || (right === 'PROPOSE' && !mayPropose))
    throw new Refusal('COMPANY_ROLE_MISSING')
}

/**
 * Gives a key another secret; the one of before works for another day. One that proposes is rotated by its maker alone: who
 * else had its secret would decide what they proposed with it.
 * @throws Refusal FACTOR_CHECK_REQUIRED, PASSWORD_CHECK_REQUIRED, NOT_FOUND, KEY_OF_OTHER
 */
export async function rotateKey(context: Context, from: From, id: string): Promise<Shown> {
  const secret = makeKeySecret(context.random)
  await perform(context, storeRotation, { ...from, input: { id, hash: hashToken(secret) } })
  return { id, secret }
}

const storeRotation = mutation<Context, { id: string; hash: Buffer }, null>({
  operation: 'rotateKey',
  permit: ['lender'],
  security: true,
  async run(tx, { id, hash }, { context, actor }) {
    const { lenderId } = actor
    await requireFreshProof(tx, actor, 'KEYS')
    if (await proposesForOther(tx, { lenderId, id, login: personOf(actor) }))
      throw new Refusal('KEY_OF_OTHER')
    const { label } = required(await rotateSecret(tx, { id, lenderId, hash }), 'NOT_FOUND')
    await tell(tx, context, lenderId, { change: 'ROTATED', label })
    return { answer: null, subject: `lender:${lenderId}`, detail: { key: id } }
  },
})

/**
 * Ends a key at once, and withdraws what it proposed and nobody has decided. It asks for no proof: whoever finds one leaked
 * should not have to look for a phone.
 * @throws Refusal NOT_FOUND
 */
export const revokeKey = mutation<Context, { id: string }, { message: 'success' }>({
  operation: 'revokeKey',
  permit: ['lender'],
  security: true,
  async run(tx, { id }, { context, actor }) {
    const { lenderId } = actor
    // What proposes locks the company first too.
    await lockCompany(tx, lenderId)
    const { label } = required(await revokeOneKey(tx, { id, lenderId }), 'NOT_FOUND')
    const withdrawn = await withdrawProposals(tx, context.random, actor, { keyId: id })
    await tell(tx, context, lenderId, { change: 'REVOKED', label })
    return { answer: { message: 'success' }, subject: `lender:${lenderId}`, detail: { key: id, withdrawn } }
  },
})

const tell = (
  tx: Transaction,
  { random }: Pick<Context, 'random'>,
  lenderId: number,
  data: NoticeData['KEYS_CHANGED'],
): Promise<void> => notifyOfAccess(tx, random, lenderId, { kind: 'KEYS_CHANGED', data })
