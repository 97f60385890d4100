import { type Actor, type ActorOf, type Authority, recordAudit } from '../audit/audit.ts'
import { maybe, one, type Queryable } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Random } from '../random.ts'
import { Refusal } from '../refusal.ts'
import { type AcceptedFile, acceptFileOperation, fileName } from './file.ts'
import { decodeInput } from './input.ts'
import { administratorsOfLate, findByName, requireRight } from './rights.ts'
import { type ApprovalRule, decidersFor, findRule } from './rule.ts'

/**
 * What a command that staff may run says of the second pair of eyes, beside `permit`: that it needs one where a rule
 * asks for it, with the sum that it gives, in whole rupiah, from its input or read in the transaction that asks, if there is
 * one; or why it needs none. Giving needs
 * two (money, access, terms, rules), taking away one.
 */
export type SecondPair<Input> = {
  secondPair?:
    | true
    | { amount(input: Input): number }
    | { read(tx: Queryable, input: Input): Promise<number | null> }
  withoutSecondPair?: string
  /**
   * For commands of lenders that a company's rule can be about (`proposableCalls`): what they give, in whole rupiah, if it is
   * in the input, or else what reads it; the inputs that take away, which nobody else need decide; and what refuses a person
   * who has not read what they agree to. Who agrees last runs the command, which asks the same.
   */
  company?: {
    amount?(input: Input): number | null
    /** `last`: when there is nothing left to decide, so that a proposal waits no longer. */
    read?(tx: Queryable, actor: ActorOf<'lender'>, input: Input): Promise<{ amount: number; last: Date }>
    takesAway?(input: Input): boolean
    /** The inputs that undo what a single person did; asked where the only one who could decide is gone. */
    undoes?(tx: Queryable, actor: ActorOf<'lender'>, input: Input): Promise<boolean>
    requireRead?(tx: Queryable, actor: ActorOf<'lender'>, input: Input): Promise<unknown>
    /** Refuses what nobody need decide, because it could not be run, as a sum that is none. */
    requirePossible?(tx: Queryable, actor: ActorOf<'lender'>, input: Input): Promise<unknown>
  }
}

type Gated = SecondPair<never> & { operation: string }

/** The sum that a command gives with this input, read where it is not in the input; null if it names none. */
export const sumOf = <Input>({ secondPair }: SecondPair<Input>, input: Input): Sum =>
  typeof secondPair !== 'object'
    ? null
    : 'amount' in secondPair
      ? secondPair.amount(input)
      : (tx) => secondPair.read(tx, input)

/** Whole rupiah, null where there is none, or what reads it. */
export type Sum = number | null | ((tx: Queryable) => Promise<number | null>)

export const readSum = (tx: Queryable, sum: Sum): Promise<number | null> =>
  typeof sum === 'function' ? sum(tx) : Promise.resolve(sum)

/** The job that tells an administrator of a run without a second pair. */
export const breakGlassJob = 'staff.break-glass'

/** The job that tells somebody who decides of a proposal, or the person in whose name it was typed. */
export const proposalJob = 'staff.proposal'

/** The job that tells the maker of a proposal that nobody decided it in time. */
export const expiredJob = 'staff.proposal-expired'

/**
 * Lets a command of staff pass where no rule asks for a second pair, or where it runs under a decided file or as
 * break-glass. What is decided itself runs in the transaction of its last decision (`decided`) and does not come here.
 * @throws Refusal SECOND_PAIR_NEEDED, and Error where the command declares nothing
 */
export async function passGate(
  tx: Transaction,
  random: Random,
  command: Gated,
  actors: readonly Actor[],
): Promise<void> {
  const operators = actors.filter((actor) => actor.kind === 'operator')
  if (operators.length === 0 || command.withoutSecondPair !== undefined) return
  if (command.secondPair === undefined)
    throw new Error(
      `${command.operation} may be run by staff and declares neither secondPair nor withoutSecondPair.`,
    )
  const rule = await findRule(tx, command.operation)
  if (!rule) return
  // One run of the command line is one authority, however many calls it makes.
  const authorities = new Map(operators.map((actor) => [actor.authority, actor]))
  for (const [authority, actor] of authorities) await admit(tx, random, rule, { authority, actor })
}

async function admit(
  tx: Transaction,
  random: Random,
  rule: ApprovalRule,
  { authority, actor }: { authority: Authority | undefined; actor: ActorOf<'operator'> },
): Promise<void> {
  if (authority && 'breakGlass' in authority) return breakGlass(tx, random, actor, authority)
  const decided = authority && (await decisionOf(tx, authority))
  // As many as the rule of its own command asks for.
  if (decided && decided.agreed >= decidersFor(rule, decided.amount)) return
  throw new Refusal('SECOND_PAIR_NEEDED')
}

/**
 * The decision about this file, with its sum and what its maker had done in the 24 hours before (`sumOfDay`), and how many
 * agreed; undefined if there is none, or its hours are over.
 */
export async function decisionOf(
  db: Queryable,
  { proposal, file }: { proposal: number; file: string | null },
): Promise<{ amount: number; agreed: number } | undefined> {
  const row = await maybe<{ input: string; amount: number; agreed: number }>(
    db,
    'platform.approvals.accepted_file',
    `select input,
            (amount + (select coalesce(sum(o.amount), 0) from proposal o
                        where o.maker = p.maker and o.ended = 'DONE' and o.number <> p.number
                          and o.ended_at < p.ended_at and o.ended_at > p.ended_at - interval '24 hours'))::bigint as amount,
            (select count(*) from proposal_decision d where d.proposal = p.number and d.verdict = 'AGREED' and d.staff_id <> maker) as agreed
       from proposal p
      where number = $1 and operation = $2 and ended = 'DONE' and app_now() < ended_at + (until - at)`,
    [proposal, acceptFileOperation],
  )
  return row && fileName(decodeInput(row.input) as AcceptedFile) === file ? row : undefined
}

/**
 * Notes a run of the command line without a second pair, once, and has each administrator told, those too who lost the right
 * a short time ago, because taking it from the others needs nobody else, and the person whose name was typed.
 * @throws Refusal STAFF_RIGHT_MISSING if the operator is no person of the staff
 */
async function breakGlass(
  tx: Transaction,
  random: Random,
  actor: ActorOf<'operator'>,
  { breakGlass: run, reason }: { breakGlass: string; reason: string },
): Promise<void> {
  const staff = await findByName(tx, actor.name)
  await requireRight(tx, staff?.id ?? 0, 'WORK')
  await one(
    tx,
    'platform.approvals.lock_break_glass',
    `select pg_advisory_xact_lock(hashtext('break_glass'))::text as locked`,
  )
  const noted = await maybe<{ number: number }>(
    tx,
    'platform.approvals.break_glass',
    `insert into break_glass (number, run, operator, seat, reason)
     select coalesce(max(number), 0) + 1, $1, $2, $3, $4 from break_glass
         on conflict (run) do nothing returning number`,
    [run, actor.name, actor.seat ? JSON.stringify(actor.seat) : null, reason],
  )
  if (!noted) return
  const { number } = noted
  const id = random.uuid()
  const entry = { operation: 'breakGlass', subject: `break-glass:${number}`, detail: { reason } }
  await recordAudit(tx, { id, actor, outcome: 'done', ...entry })
  const people = new Set([...(await administratorsOfLate(tx)), ...(staff ? [staff.id] : [])])
  const told = [...people].map((staffId) => ({
    id: random.uuid(),
    kind: breakGlassJob,
    payload: { number, staffId },
  }))
  if (told.length > 0) await enqueue(tx, told)
}
