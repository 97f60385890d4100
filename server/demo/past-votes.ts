import { addDays, type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'
import type { Context } from '../src/context.ts'
import { callVote, restructureLoan, storeVote } from '../src/loans/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { many, maybe } from '../src/platform/db/database.ts'
import type { Moment } from './moments.ts'
import { people } from './people.ts'
import type { LoanLife } from './play.ts'
import { termsOfVote } from './votes.ts'

type Past = {
  /** The part of the reference of its consent by which it is found again. */
  name: 'LEWAT' | 'DIPAKAI' | 'TANPA-KUORUM' | 'DITOLAK' | 'DISETUJUI' | 'BATAL'
  calledBefore: number
  /** How all lenders vote; null where nobody does. */
  agrees: boolean | null
  /** On a loan whose borrower pays meanwhile, so that its figures are no longer those that were voted on. */
  isPaid?: boolean
  /** From its call, where its terms begin after the first start. */
  daysToTerms?: number
}

/** From this day on, counted back from the first start, the filling moves votes on, as the worker does. */
export const daysOfVotes = 60

/** Votes that ended before the first start, each in its own way; a vote runs for fourteen days, and again for seven. */
const past: readonly Past[] = [
  { name: 'LEWAT', calledBefore: daysOfVotes, agrees: true },
  { name: 'DIPAKAI', calledBefore: 44, agrees: true },
  { name: 'TANPA-KUORUM', calledBefore: 30, agrees: null },
  { name: 'DITOLAK', calledBefore: 28, agrees: false },
  { name: 'DISETUJUI', calledBefore: 20, agrees: true, daysToTerms: 25 },
  { name: 'BATAL', calledBefore: 20, agrees: true, isPaid: true },
]
const daysToUse = 17

type Voting = {
  actor: ActorOf<'operator'>
  first: BusinessDate
  lives: readonly LoanLife[]
}

export const votesOfYear = (context: Context, { actor, first, lives }: Voting): Moment[] => [
  ...past.map((vote) => ({
    daysBefore: vote.calledBefore,
    async happen() {
      const on = addDays(first, -vote.calledBefore)
      const numbers = lives
        .filter((life) => isFor(vote, life, { on, first }))
        .map(({ loan }) => loan.loanNumber)
      if ((await find(context, vote.name)) || !(await call(context, actor, vote, numbers))) return
      if (vote.agrees !== null) await voteAll(context, vote.name, vote.agrees)
    },
  })),
  ...past
    .filter(({ name }) => name === 'DIPAKAI')
    .map(({ name, calledBefore }) => ({
      daysBefore: calledBefore - daysToUse,
      happen: () => useTerms(context, actor, name),
    })),
]

/** Only loans of lenders who have no login of their own, who vote as they are told. */
const silent = new Set(people.filter(({ logsIn }) => !logsIn).map(({ phone }) => phone))

/** Whether a loan has no event between the call and the first start; for a vote that is void, a payment soon. */
function isFor(
  { isPaid = false }: Past,
  { parts, steps, disbursedOn }: LoanLife,
  { on, first }: { on: BusinessDate; first: BusinessDate },
): boolean {
  if (disbursedOn === null || disbursedOn >= on || !parts.every(({ lenderPhone }) => silent.has(lenderPhone)))
    return false
  const meanwhile = steps.filter((step) => step.on > addDays(on, -2) && step.on <= first)
  if (!isPaid) return meanwhile.length === 0 && steps.some((step) => step.on > first)
  const [next] = meanwhile
  return next?.kind === 'pay' && next.on > addDays(on, 1) && daysBetween(on, next.on) < 12
}

async function call(
  context: Context,
  actor: ActorOf<'operator'>,
  { name, isPaid = false, daysToTerms }: Past,
  loanNumbers: readonly string[],
): Promise<boolean> {
  const loan = await maybe<{ loanNumber: string; today: BusinessDate }>(
    context.db,
    'demo.past-votes.votable',
    `select l.loan_number as "loanNumber", business_day(app_now()) as today
       from loan l join loan_position p on p.loan_id = l.id join repayment_record r on r.loan_id = l.id
      where l.loan_number = any($1) and p.status = 'ACTIVE' and (r.oldest_due < business_day(app_now())) <> $2
        and not exists (select from loan_vote v where v.loan_id = l.id)
      order by l.loan_number limit 1`,
    [loanNumbers, isPaid],
  )
  if (loan)
    await perform(context, callVote, { actor, input: termsOfVote(loan, referenceOf(name), daysToTerms) })
  return loan !== undefined
}

const referenceOf = (name: Past['name']): string => `ARSIP/SUARA/${name}`

type Found = { id: string; state: string; loanNumber: string; agreedOn: BusinessDate; addendum: string }

const find = ({ db }: Context, name: Past['name']): Promise<Found | undefined> =>
  maybe<Found>(
    db,
    'demo.past-votes.find',
    `select v.id, v.state, l.loan_number as "loanNumber", v.agreed_on as "agreedOn", encode(d.sha256, 'hex') as addendum
       from loan_vote v join loan l on l.id = v.loan_id join vote_document d on d.vote_id = v.id and d.kind = 'ADDENDUM'
      where v.consent_reference = $1`,
    [referenceOf(name)],
  )

async function voteAll(context: Context, name: Past['name'], agrees: boolean): Promise<void> {
  const vote = await find(context, name)
  if (!vote) return
  const lenders = await many<{ lenderId: number; passwordHash: string }>(
    context.db,
    'demo.past-votes.rights',
    `select r.lender_id as "lenderId", l.password_hash as "passwordHash" from vote_right r join lender l on l.id = r.lender_id
      where r.vote_id = $1`,
    [vote.id],
  )
  for (const { lenderId, passwordHash } of lenders)
    await perform({ ...context, checked: { lenderId, passwordHash, session: Buffer.alloc(32) } }, storeVote, {
      actor: { kind: 'lender', lenderId },
      input: { id: vote.id, agrees },
    })
}

/** Puts the terms of a vote that has passed into force, once. */
async function useTerms(context: Context, actor: ActorOf<'operator'>, name: Past['name']): Promise<void> {
  const vote = await find(context, name)
  if (vote?.state !== 'PASSED') return
  const { loanNumber, agreedOn, addendum } = vote
  const { interest, interestType, tenor, tenorPeriod, keepInterest } = termsOfVote(
    { loanNumber, today: agreedOn },
    name,
  )
  await perform(context, restructureLoan, {
    actor,
    input: {
      ...{ loanNumber, agreedOn, interest, interestType, tenor, tenorPeriod, keepInterest },
      agreement: { reference: `ARSIP/ADENDUM/${name}`, sha256: addendum },
    },
  })
}
