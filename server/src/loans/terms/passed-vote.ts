import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ServicedLoan } from '../disbursement/index.ts'
import type { Kept } from './plan.ts'
import type { RestructureLoan } from './restructure-store.ts'

/**
 * SQL: whether the balance of the loan of a vote `v` is another than it was voted on. A payment that was taken back changes
 * nothing. `s` is the loan's `loan_servicing`, of a left join.
 */
export const balanceChanged = `(s.loan_id is null or s.version <> v.version
  or exists (select from write_off w where w.loan_id = v.loan_id)
  or exists (select from loan_payment p where p.loan_id = v.loan_id and p.recorded > v.payments_upto
             having sum(p.principal) <> 0 or sum(p.interest) <> 0 or sum(p.penalty) <> 0))`

/** SQL: the same, by what was recorded before the vote's end. */
export const balanceChangedInTime = `(s.loan_id is null or s.version <> v.version
  or exists (select from write_off w where w.loan_id = v.loan_id and w.created_at < v.ends_at)
  or exists (select from loan_payment p
              where p.loan_id = v.loan_id and p.recorded > v.payments_upto and p.created_at < v.ends_at
             having sum(p.principal) <> 0 or sum(p.interest) <> 0 or sum(p.penalty) <> 0))`

/** SQL: until when a vote `v` that has passed can be used: 30 days from its end, or from the day of its terms. */
export const useUntil = `(greatest(v.ended_at, v.agreed_on::timestamp at time zone 'Asia/Jakarta') + interval '30 days')`

type StandingVote = {
  id: string
  state: 'OPEN' | 'PASSED'
  sameTerms: boolean
  sameFigures: boolean
  late: boolean
}

/**
 * Uses the vote of the lenders of a locked loan for the terms that begin now. Locks the rule, then the vote. Without a
 * rule that asks for a vote, one that has passed for these terms is used all the same, and an open one is waited for.
 * @throws Refusal VOTE_MISSING, VOTE_OPEN, VOTE_OTHER_TERMS, VOTE_BALANCE_CHANGED
 */
export async function useVote(
  tx: Queryable,
  loan: ServicedLoan,
  input: RestructureLoan,
  planned: Kept & { version: number },
): Promise<void> {
  const { required } = await one<{ required: boolean }>(
    tx,
    'loans.terms.vote_required',
    'select required from vote_rule_in_force()',
    [],
  )
  const standing = await lockStanding(tx, loan, input, planned)
  if (standing?.state === 'OPEN') throw new Refusal('VOTE_OPEN')
  if ((!standing || standing.late) && required) throw new Refusal('VOTE_MISSING')
  if (!standing || standing.late) return
  if (!standing.sameTerms && required) throw new Refusal('VOTE_OTHER_TERMS')
  if (!standing.sameTerms) return
  if (!standing.sameFigures) throw new Refusal('VOTE_BALANCE_CHANGED')
  await run(
    tx,
    'loans.terms.use_vote',
    `update loan_vote set state = 'USED', used_version = $2 where id = $1`,
    [standing.id, planned.version],
  )
}

/** Locks the vote that stands on a loan, and compares with the terms and the balance of now in a second statement. */
async function lockStanding(
  tx: Queryable,
  loan: ServicedLoan,
  { agreedOn, startsOn = agreedOn, ...terms }: RestructureLoan,
  planned: Kept,
): Promise<StandingVote | undefined> {
  const locked = await maybe<{ id: string }>(
    tx,
    'loans.terms.lock_vote',
    `select id from loan_vote where loan_id = $1 and state in ('OPEN', 'PASSED') for update`,
    [loan.loanId],
  )
  if (!locked) return undefined
  return one<StandingVote>(
    tx,
    'loans.terms.standing_vote',
    `select v.id, v.state,
            (v.agreed_on, v.starts_on, v.interest, v.interest_type, v.tenor, v.tenor_period, v.keep_interest, d.sha256)
              = ($2::date, $3::date, $4::numeric(7, 6), $5::text, $6::smallint, $7::text, $8::boolean, decode($9, 'hex'))
              as "sameTerms",
            (v.principal, v.interest_kept, v.interest_waived, v.penalty_waived) = ($10::bigint, $11::bigint, $12::bigint, $13::bigint)
              and not ${balanceChanged} as "sameFigures",
            coalesce(${useUntil} <= app_clock(), false) as late
       from loan_vote v join vote_document d on d.vote_id = v.id and d.kind = 'ADDENDUM'
       left join loan_servicing s on s.loan_id = v.loan_id
      where v.id = $1 and v.state in ('OPEN', 'PASSED')`,
    [
      locked.id,
      agreedOn,
      startsOn,
      terms.interest,
      terms.interestType,
      terms.tenor,
      terms.tenorPeriod,
      terms.keepInterest,
      terms.agreement.sha256,
      planned.principal,
      planned.interestKept,
      planned.interestWaived,
      planned.penaltyWaived,
    ],
  )
}
