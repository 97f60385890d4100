import { many, maybe, one, run } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { Refusal } from '../refusal.ts'
import { decidersFor, findRule } from './rule.ts'
import { type Right, requireRight, rightsOf } from './rights.ts'

/** A proposal as its decision needs it, locked. */
type LockedProposal = {
  operation: string
  hash: Buffer
  amount: number | null
  maker: number
  ended: string | null
  isExpired: boolean
}

/**
 * Serialises what is decided with what changes who may decide, and locks the proposal. What is read afterwards is as
 * it is when the decision is written.
 * @throws Refusal if there is none, or it has ended or expired
 */
export async function lockProposal(tx: Transaction, number: number): Promise<LockedProposal> {
  await lockStaff(tx)
  const proposal = await maybe<LockedProposal>(
    tx,
    'platform.approvals.lock_proposal',
    `select operation, input_hash as hash, amount, maker, ended, until <= app_clock() as "isExpired"
       from proposal where number = $1 for update`,
    [number],
  )
  if (!proposal) throw new Refusal('PROPOSAL_NOT_FOUND')
  if (proposal.ended !== null) throw new Refusal('PROPOSAL_ENDED')
  if (proposal.isExpired) throw new Refusal('PROPOSAL_EXPIRED')
  return proposal
}

export const lockStaff = (tx: Transaction): Promise<unknown> =>
  one(tx, 'platform.approvals.lock_staff', `select pg_advisory_xact_lock(hashtext('staff'))::text as locked`)

export const endProposal = (
  tx: Transaction,
  number: number,
  how: 'DONE' | 'REFUSED' | 'WITHDRAWN',
): Promise<number> =>
  run(
    tx,
    'platform.approvals.end_proposal',
    'update proposal set ended = $2, ended_at = app_clock() where number = $1',
    [number, how],
  )

export type Agreement = { proposal: number; staffId: number; operation: string; hash: Buffer }

/**
 * Writes that a person agrees to a proposal, if they may. With the last that the rule asks for the proposal is done,
 * and the command runs in this transaction.
 * @returns how many are still missing, and the sum that was proposed
 * @throws Refusal with the rule that is not kept
 */
export async function agree(
  tx: Transaction,
  { proposal: number, staffId, operation, hash }: Agreement,
): Promise<{ missing: number; amount: number | null }> {
  const proposal = await lockProposal(tx, number)
  // After the lock: who waits for it must not keep a change of rules, which is decided under it, from going on.
  const rule = await findRule(tx, operation)
  if (proposal.operation !== operation || !proposal.hash.equals(hash)) throw new Refusal('PROPOSAL_DIFFERS')
  await requireDecider(tx, proposal, staffId)
  const before = await decisionsOf(tx, number)
  if (before.includes(staffId)) throw new Refusal('PROPOSAL_DECIDED')
  const sum = (proposal.amount ?? 0) + (await sumOfDay(tx, proposal.maker))
  const needed = rule ? decidersFor(rule, sum) : 1
  await writeDecision(tx, number, { staffId, verdict: 'AGREED', needed })
  const missing = needed - (await countDeciding(tx, [...before, staffId]))
  if (missing <= 0) await endProposal(tx, number, 'DONE')
  return { missing: Math.max(0, missing), amount: proposal.amount }
}

/**
 * Writes that a person refuses a proposal, which ends it.
 * @throws Refusal if they may not decide it
 */
export async function refuse(
  tx: Transaction,
  number: number,
  staffId: number,
): Promise<{ operation: string }> {
  const proposal = await lockProposal(tx, number)
  await requireDecider(tx, proposal, staffId)
  const before = await decisionsOf(tx, number)
  if (before.includes(staffId)) throw new Refusal('PROPOSAL_DECIDED')
  await writeDecision(tx, number, { staffId, verdict: 'REFUSED', needed: 1 })
  await endProposal(tx, number, 'REFUSED')
  return { operation: proposal.operation }
}

/** Requires a person who may decide and is not the maker, and a maker who may still propose. */
async function requireDecider(tx: Transaction, { maker }: LockedProposal, staffId: number): Promise<void> {
  if (maker === staffId) throw new Refusal('PROPOSAL_OWN')
  await requireRight(tx, staffId, 'DECIDE')
  if (!(await rightsOf(tx, maker)).includes('WORK')) throw new Refusal('PROPOSAL_MAKER_GONE')
}

async function decisionsOf(tx: Transaction, number: number): Promise<number[]> {
  const rows = await many<{ staffId: number }>(
    tx,
    'platform.approvals.decisions',
    'select staff_id as "staffId" from proposal_decision where proposal = $1',
    [number],
  )
  return rows.map(({ staffId }) => staffId)
}

/** Of those who agreed, how many may decide now: who was suspended since does not count any more. */
async function countDeciding(tx: Transaction, staff: readonly number[]): Promise<number> {
  const right: Right = 'DECIDE'
  const rights = await Promise.all(staff.map((staffId) => rightsOf(tx, staffId)))
  return rights.filter((held) => held.includes(right)).length
}

/** What was done for this maker in the last 24 hours, in whole rupiah, so that splitting a sum gains nothing. */
async function sumOfDay(tx: Transaction, maker: number): Promise<number> {
  const { sum } = await one<{ sum: number }>(
    tx,
    'platform.approvals.sum_of_day',
    `select coalesce(sum(amount), 0)::bigint as sum from proposal
      where maker = $1 and ended = 'DONE' and ended_at > app_now() - interval '24 hours'`,
    [maker],
  )
  return sum
}

const writeDecision = (
  tx: Transaction,
  number: number,
  { staffId, verdict, needed }: { staffId: number; verdict: string; needed: number },
): Promise<number> =>
  run(
    tx,
    'platform.approvals.decide',
    'insert into proposal_decision (proposal, staff_id, verdict, needed) values ($1, $2, $3, $4)',
    [number, staffId, verdict, needed],
  )
