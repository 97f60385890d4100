import { many, maybe, one, type Queryable, run } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { Refusal } from '../refusal.ts'
import type { Body } from './body.ts'
import { readSum, type Sum } from './gate.ts'

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
export async function lockProposal(tx: Transaction, body: Body, number: number): Promise<LockedProposal> {
  await body.lock(tx)
  const proposal = await maybe<LockedProposal>(
    tx,
    `platform.approvals.lock_${body.tables.proposal}`,
    `select operation, input_hash as hash, amount, maker, ended, until <= app_clock() as "isExpired"
       from ${body.tables.proposal} where number = $1${body.scope ? ` and ${body.scope.column} = $2` : ''} for update`,
    body.scope ? [number, body.scope.value] : [number],
  )
  if (!proposal) throw new Refusal('PROPOSAL_NOT_FOUND')
  if (proposal.ended !== null && proposal.ended !== 'EXPIRED') throw new Refusal('PROPOSAL_ENDED')
  if (proposal.ended !== null || proposal.isExpired) throw new Refusal('PROPOSAL_EXPIRED')
  return proposal
}

export const lockStaff = (tx: Transaction): Promise<unknown> =>
  one(tx, 'platform.approvals.lock_staff', `select pg_advisory_xact_lock(hashtext('staff'))::text as locked`)

export const endProposal = (
  tx: Transaction,
  { tables }: Body,
  number: number,
  how: 'DONE' | 'REFUSED' | 'WITHDRAWN',
): Promise<number> =>
  run(
    tx,
    `platform.approvals.end_${tables.proposal}`,
    `update ${tables.proposal} set ended = $2, ended_at = app_clock() where number = $1`,
    [number, how],
  )

export type Agreement = {
  proposal: number
  /** Whoever the caller has authenticated. */
  person: number
  operation: string
  hash: Buffer
  sum: Sum
}

/**
 * Writes that a person agrees to a proposal, if they may. With the last that the rule asks for the proposal is done,
 * and the command runs in this transaction.
 * @returns how many are still missing, and whose proposal it is
 * @throws Refusal with the rule that is not kept
 */
export async function agree(
  tx: Transaction,
  body: Body,
  { proposal: number, person, operation, hash, sum: now }: Agreement,
): Promise<{ missing: number; maker: number }> {
  const proposal = await lockProposal(tx, body, number)
  // After the lock: who waits for it must not keep a change of rules, which is decided under it, from going on.
  const rule = await body.rule(tx, operation)
  if (proposal.operation !== operation || !proposal.hash.equals(hash)) throw new Refusal('PROPOSAL_DIFFERS')
  await requireDecider(tx, body, proposal, person)
  const before = await decisionsOf(tx, body, number)
  if (before.includes(person)) throw new Refusal('PROPOSAL_DECIDED')
  if (!(await body.isConfirmed(tx, number))) throw new Refusal('PROPOSAL_UNCONFIRMED')
  const needed = await neededNow(tx, body, rule, proposal, now)
  await writeDecision(tx, body, number, { person, verdict: 'AGREED', needed })
  const missing = needed - (await countDeciding(tx, body, proposal, [...before, person]))
  if (missing <= 0) await endProposal(tx, body, number, 'DONE')
  return { missing: Math.max(0, missing), maker: proposal.maker }
}

/**
 * Writes that a proposal which was typed under the name of a person is theirs. It counts as no agreement.
 * @param person whoever the caller has authenticated
 * @throws Refusal if it is another's, or has ended
 */
export async function confirm(
  tx: Transaction,
  body: Body,
  number: number,
  person: number,
): Promise<{ operation: string }> {
  const { maker, operation } = await lockProposal(tx, body, number)
  if (maker !== person || !(await body.mayPropose(tx, person, operation))) throw new Refusal(body.roleMissing)
  if (!(await body.isConfirmed(tx, number)))
    await writeDecision(tx, body, number, { person, verdict: 'AGREED', needed: 1 })
  return { operation }
}

/** What has grown since it was proposed counts as it is now; what was proposed needs one at least, also without a rule. */
async function neededNow(
  tx: Transaction,
  body: Body,
  rule: Awaited<ReturnType<Body['rule']>>,
  { amount, maker, operation }: LockedProposal,
  now: Sum,
): Promise<number> {
  const read = await readSum(tx, now)
  if (!rule) return 1
  const today = await body.sumOfDay(tx, maker, operation)
  const sum = read === null && amount === null ? null : Math.max(amount ?? 0, read ?? 0) + today
  return Math.max(1, rule.neededFor(sum))
}

/**
 * Writes that a person refuses a proposal, which ends it.
 * @param reason where the body keeps it beside the decision
 * @throws Refusal if they may not decide it
 */
export async function refuse(
  tx: Transaction,
  body: Body,
  number: number,
  { person, reason }: { person: number; reason?: string },
): Promise<{ operation: string; maker: number }> {
  const proposal = await lockProposal(tx, body, number)
  await requireDecider(tx, body, proposal, person)
  if ((await decisionsOf(tx, body, number)).includes(person)) throw new Refusal('PROPOSAL_DECIDED')
  await writeDecision(tx, body, number, { person, verdict: 'REFUSED', needed: 1, reason })
  await endProposal(tx, body, number, 'REFUSED')
  return { operation: proposal.operation, maker: proposal.maker }
}

/** Requires a person who may decide and is not the maker, and a maker who may still propose. */
async function requireDecider(
  tx: Transaction,
  body: Body,
  { maker, operation }: LockedProposal,
  person: number,
): Promise<void> {
  if (maker === person || (await body.isSame(tx, maker, person))) throw new Refusal('PROPOSAL_OWN')
  if (!(await body.mayDecide(tx, person, operation))) throw new Refusal(body.roleMissing)
  if (!(await body.mayPropose(tx, maker, operation))) throw new Refusal('PROPOSAL_MAKER_GONE')
}

async function decisionsOf(tx: Transaction, { tables }: Body, number: number): Promise<number[]> {
  const rows = await many<{ person: number }>(
    tx,
    `platform.approvals.${tables.decision}_of`,
    `select ${tables.person} as person from ${tables.decision} where proposal = $1`,
    [number],
  )
  return rows.map(({ person }) => person)
}

/**
 * Of those who agreed, how many may decide now: who was suspended since does not count any more, and the maker who has
 * confirmed that it is theirs never.
 */
async function countDeciding(
  tx: Transaction,
  body: Body,
  { operation, maker }: LockedProposal,
  people: readonly number[],
): Promise<number> {
  const others = people.filter((person) => person !== maker)
  const may = await Promise.all(others.map((person) => body.mayDecide(tx, person, operation)))
  return may.filter(Boolean).length
}

/** What was done for this maker of the staff in the last 24 hours, in whole rupiah, so that splitting a sum gains nothing. */
export async function sumOfDay(tx: Queryable, maker: number): Promise<number> {
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
  { tables }: Body,
  number: number,
  given: { person: number; verdict: string; needed: number; reason?: string | undefined },
): Promise<number> => {
  const { person, verdict, needed, reason } = given
  const [column, place, value] = reason === undefined ? ['', '', []] : [', reason', ', $5', [reason]]
  return run(
    tx,
    `platform.approvals.write_${tables.decision}${column && '_why'}`,
    `insert into ${tables.decision} (proposal, ${tables.person}, verdict, needed${column}) values ($1, $2, $3, $4${place})`,
    [number, person, verdict, needed, ...value],
  )
}
