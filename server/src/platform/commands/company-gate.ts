import { defaultRuleHours } from '@pematang/contract/lenders/company/rules'
import { companyBody, companyHoldersOf, noteDirect, subjectOf } from '../approvals/company.ts'
import { agree } from '../approvals/decision.ts'
import type { SecondPair } from '../approvals/gate.ts'
import { type Actor, type ActorOf, type Origin, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/transaction.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Random } from '../random.ts'
import { Refusal } from '../refusal.ts'
import { hashInput } from './idempotency.ts'
import type { Effect } from './command.ts'
import { insertProposal, type Proposal } from './propose.ts'

/** The job that tells a person of a company what became of a proposal. */
export const companyProposalJob = 'company.proposal'

export type ProposalEvent = 'MADE' | 'DONE' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED' | 'GONE'

/** Has people of a company told of a proposal. `by`: the login of whoever withdrew it for its maker; `reason`: why it is GONE. */
export async function tellOfProposal(
  tx: Transaction,
  random: Random,
  number: number,
  { event, to, ...why }: { event: ProposalEvent; to: readonly number[]; by?: number; reason?: string },
): Promise<void> {
  if (to.length === 0) return
  await enqueue(
    tx,
    to.map((memberId) => ({
      id: random.uuid(),
      kind: companyProposalJob,
      payload: { number, memberId, event, ...why },
    })),
  )
}

type Gated<Input> = SecondPair<Input> & { operation: string }
type Member = ActorOf<'lender'> & { member: number }
type Asked<Input> = { actor: Member; input: Input } & Origin

/**
 * Asks the rules of a company whether what its member does was decided. Deciding is doing: the last who must agree goes on
 * and runs the command, in this transaction; if that is refused, nothing was decided.
 * @returns what ends the call and stays written: PROPOSED, PROPOSAL_AGREED; undefined where the command is to run
 * @throws Refusal PROPOSAL_NEEDED, COMPANY_ROLE_MISSING and those of the engine; Error where the command declares nothing
 */
export async function passCompanyGate<Input>(
  tx: Transaction,
  random: Random,
  command: Gated<Input>,
  { actor, input, ...origin }: { actor: Actor; input: Input } & Origin,
): Promise<Refusal | undefined> {
  if (actor.kind !== 'lender' || actor.member === undefined) return
  const asked = { ...origin, input, actor: { ...actor, member: actor.member } }
  const subject = subjectOf(command.operation)
  if (subject === null) {
    if (typeof actor.proposal === 'number') throw new Refusal('PROPOSAL_DIFFERS')
    return
  }
  if (!command.company)
    throw new Error(`${command.operation} can be proposed in a company and does not declare it.`)
  return typeof actor.proposal === 'number'
    ? agreeTo(tx, random, command, { ...asked, number: actor.proposal })
    : askRule(tx, random, command, { ...asked, subject })
}

/**
 * Whole rupiah that a command gives, if its input says so.
 * @throws Refusal INPUT_INVALID for what is no sum: it would lower the one of the day
 */
export function amountOf<Input>({ company }: Gated<Input>, input: Input): number | null {
  const amount = company?.amount?.(input) ?? null
  if (amount !== null && !(Number.isSafeInteger(amount) && amount >= 0)) throw new Refusal('INPUT_INVALID')
  return amount
}

/** @throws Refusal also where there is nothing left to decide */
const givenBy = async <Input>(
  tx: Transaction,
  command: Gated<Input>,
  { actor, input }: Pick<Asked<Input>, 'actor' | 'input'>,
): Promise<{ amount: number | null; last?: Date }> =>
  (await command.company?.read?.(tx, actor, input)) ?? { amount: amountOf(command, input) }

async function agreeTo<Input>(
  tx: Transaction,
  random: Random,
  command: Gated<Input>,
  { actor, input, number, ...origin }: Asked<Input> & { number: number },
): Promise<Refusal | undefined> {
  const { operation } = command
  const { amount } = await givenBy(tx, command, { actor, input })
  const { missing, maker } = await agree(tx, companyBody(actor.lenderId), {
    ...{ proposal: number, person: actor.member, operation },
    hash: hashInput(input),
    sum: amount,
  })
  await recordAudit(tx, {
    id: random.uuid(),
    ...{ actor, operation: 'decideProposal', outcome: 'done', ...origin },
    subject: `company-proposal:${number}`,
    detail: { operation, missing },
  })
  if (missing > 0) {
    await command.company?.requireRead?.(tx, actor, input)
    return new Refusal('PROPOSAL_AGREED', { missing, proposal: number })
  }
  // People and rules are the business of all administrators.
  const administrators =
    subjectOf(operation) === 'PEOPLE' ? await companyHoldersOf(tx, actor.lenderId, 'ADMINISTRATOR') : []
  const to = new Set([maker, ...administrators.filter((id) => id !== actor.member)])
  await tellOfProposal(tx, random, number, { event: 'DONE', to: [...to] })
  return undefined
}

const requirePossible = async <Input>(
  tx: Transaction,
  { company }: Gated<Input>,
  { actor, input }: Asked<Input>,
): Promise<unknown> => company?.requirePossible?.(tx, actor, input)

async function askRule<Input>(
  tx: Transaction,
  random: Random,
  command: Gated<Input>,
  asked: Asked<Input> & { subject: string },
): Promise<Refusal | undefined> {
  const { actor, input, subject } = asked
  const { operation } = command
  const body = companyBody(actor.lenderId)
  await body.lock(tx)
  if (!(await body.mayPropose(tx, actor.member, operation))) throw new Refusal(body.roleMissing)
  if (command.company?.takesAway?.(input)) return
  const rule = await body.rule(tx, operation)
  if (!rule) return
  const { amount, last } = await givenBy(tx, command, asked)
  const today = amount === null ? 0 : await body.sumOfDay(tx, actor.member, operation)
  if (rule.neededFor(amount === null ? null : amount + today) > 0) {
    if (subject === 'PEOPLE' && (await companyHoldersOf(tx, actor.lenderId, 'ADMINISTRATOR')).length < 2) {
      if (await command.company?.undoes?.(tx, actor, input)) return
      throw new Refusal('COMPANY_ADMINISTRATOR_TAKEN')
    }
    if (actor.proposal !== 'new') throw new Refusal('PROPOSAL_NEEDED')
    await requirePossible(tx, command, asked)
    return proposeFor(tx, random, { ...asked, operation, amount, last, rule })
  }
  const { lenderId: companyId, member: memberId } = actor
  if (amount !== null) await noteDirect(tx, { id: random.uuid(), companyId, memberId, subject, amount })
  return undefined
}

type Proposing = Asked<unknown> & {
  subject: string
  operation: string
  amount: number | null
  last?: Date | undefined
  rule: { hours: number; version: number }
}

async function proposeFor(
  tx: Transaction,
  random: Random,
  { actor, input, subject, operation, amount, last, rule, ...origin }: Proposing,
): Promise<Refusal> {
  const { made, detail } = await storeProposal(tx, random, {
    ...{ companyId: actor.lenderId, maker: actor.member, keyId: null },
    ...{ operation, subject, input, amount, last, rule },
  })
  const proposed = new Refusal('PROPOSED', { proposal: made.number })
  if (!made.isNew) return proposed
  await recordAudit(tx, {
    id: random.uuid(),
    ...{ actor, operation: 'propose', outcome: 'done', ...origin },
    subject: `company-proposal:${made.number}`,
    detail,
  })
  return proposed
}

/** What a key of a company proposes: its maker is a person of it, and the amount that of `amountOf`. */
type ByKey = {
  companyId: number
  keyId: string
  maker: number
  operation: string
  input: unknown
  amount: number | null
}

/**
 * Proposes a command for a key of a company, in the name of who made the key: others decide it, one at least, also where no
 * rule asks for it. The caller has locked the company and found the key to work.
 * @throws Refusal KEY_MAKER_GONE, PROPOSALS_TOO_MANY; Error where no rule can be about the command
 */
export async function proposeForKey(
  tx: Transaction,
  random: Random,
  { companyId, keyId, maker, operation, input, amount }: ByKey,
): Promise<Effect<Pick<Proposal, 'number' | 'until'>>> {
  const subject = subjectOf(operation)
  if (subject === null) throw new Error(`${operation} cannot be proposed by a key.`)
  const body = companyBody(companyId)
  if (!(await body.mayPropose(tx, maker, operation))) throw new Refusal('KEY_MAKER_GONE')
  const rule = (await body.rule(tx, operation)) ?? { hours: defaultRuleHours, version: 0 }
  const { made, detail } = await storeProposal(tx, random, {
    ...{ companyId, maker, keyId, operation, subject, input, amount, rule },
  })
  return {
    answer: { number: made.number, until: made.until },
    subject: `company-proposal:${made.number}`,
    detail: made.isNew ? detail : { operation, again: true },
  }
}

type Storing = Pick<Proposing, 'subject' | 'operation' | 'amount' | 'last' | 'rule' | 'input'> & {
  companyId: number
  maker: number
  keyId: string | null
}

/** Stores a proposal and has those told who may decide it, unless the same one waits already. */
async function storeProposal(
  tx: Transaction,
  random: Random,
  { companyId, maker, keyId, operation, subject, input, amount, last, rule }: Storing,
): Promise<{ made: Proposal; detail: Record<string, unknown> }> {
  const hash = hashInput(input)
  const made = await insertProposal(tx, companyBody(companyId), {
    ...{ operation, input, hash, amount, maker, last, hours: rule.hours },
    own: { company_id: companyId, subject, key_id: keyId },
  })
  if (made.isNew) {
    const deciders = await companyHoldersOf(
      tx,
      companyId,
      subject === 'PEOPLE' ? 'ADMINISTRATOR' : 'APPROVER',
    )
    await tellOfProposal(tx, random, made.number, {
      event: 'MADE',
      to: deciders.filter((id) => id !== maker),
    })
  }
  const detail = {
    ...{ operation, maker, hash: hash.toString('hex'), rule: rule.version },
    ...(amount !== null && { amount }),
  }
  return { made, detail }
}
