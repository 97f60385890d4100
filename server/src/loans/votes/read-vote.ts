import type { ListedVote, Vote, VoteSide } from '@pematang/contract/loans/votes/endpoints'
import { xirr } from '../../books/index.ts'
import { documentPath } from '../../documents/index.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { schedulesUnder } from '../terms/index.ts'
import { isVoteId } from './cast-vote.ts'
import { findVote, sumsOf, type VoteRow } from './store.ts'

type OwnRight = {
  weight: number
  place: number
  principals: number[]
  interests: number[]
  agrees: boolean | null
}

/**
 * A vote as one of its lenders sees it, with their own part before and after, as of the record day.
 * @param id as the lender's browser sends it, not validated
 * @throws Refusal NOT_FOUND also for a vote in which this lender has no right
 */
export async function readVote(db: Queryable, lenderId: number, id: string): Promise<Vote> {
  if (!isVoteId(id)) throw new Refusal('NOT_FOUND')
  const right = required(
    await maybe<OwnRight>(
      db,
      'loans.votes.own_right',
      `select weight, place, to_json(principals) as principals, to_json(interests) as interests, agrees
         from vote_right where vote_id = $1 and lender_id = $2`,
      [id, lenderId],
    ),
    'NOT_FOUND',
  )
  const vote = required(await findVote(db, id), 'NOT_FOUND')
  const { lenders, lendersVoted, voted } = await sumsOf(db, id)
  const { rule, terms, call } = vote
  return {
    id,
    loanNumber: vote.loanNumber,
    borrowerName: vote.borrowerName,
    reason: vote.reason,
    askedBy: vote.askedBy,
    state: vote.state,
    because: vote.because,
    call,
    recordDay: vote.recordDay,
    openedAt: vote.openedAt.toISOString(),
    endsAt: vote.endsAt.toISOString(),
    endedAt: vote.endedAt?.toISOString() ?? null,
    quorum: call === 1 ? rule.quorum : rule.secondQuorum,
    majority: rule.majority,
    principal: vote.principal,
    voted,
    agreed: vote.agreed,
    lenders,
    lendersVoted,
    weight: right.weight,
    place: right.place,
    agrees: right.agrees,
    agreedOn: terms.agreedOn,
    before: sideOf(vote, right, { ...vote.former, installments: await formerPart(db, lenderId, vote) }),
    after: sideOf(vote, right, newPart(vote, right)),
    interestWaived: terms.keepInterest ? 0 : sum(right.interests),
    penaltyWaived: vote.penaltyWaived,
    addendum: documentPath(vote.addendum),
    record: vote.record && documentPath(vote.record),
  }
}

/** A side with its return: the weight of the record day against what is paid from then on. */
const sideOf = (
  { recordDay }: VoteRow,
  { weight }: OwnRight,
  side: Omit<VoteSide, 'annualReturn'>,
): VoteSide => ({
  ...side,
  annualReturn: xirr([
    { on: recordDay, amount: -weight },
    ...side.installments.map(({ dueDate, principal, interest }) => ({
      on: dueDate < recordDay ? recordDay : dueDate,
      amount: principal + interest,
    })),
  ]),
})

/** The lender's unpaid part of the installments of the record day, by the payments that were recorded until then. */
const formerPart = (db: Queryable, lenderId: number, vote: VoteRow): Promise<VoteSide['installments']> =>
  many(
    db,
    'loans.votes.former_part',
    // Of a loan with thousands of lenders only what this one ever held is asked for its holder.
    `with held as materialized (
       select h.id, h.origin_lender from holding h
        where h.lender_id = $1 and h.loan_id = $2 and holder_at(h.id, $5) = $1
     )
     select i.due_date as "dueDate", sum(s.principal[i.no - s.first_no + 1] - got.principal)::bigint as principal,
            sum(s.interest[i.no - s.first_no + 1] - got.interest)::bigint as interest
       from held h
       join funding_schedule s on s.lender_id = h.origin_lender and s.funding_id = h.id
       join installment i on i.loan_id = $2 and i.version = s.version and i.no = any($3::smallint[])
      cross join lateral (
        select coalesce(sum(r.principal), 0) as principal, coalesce(sum(r.interest), 0) as interest
          from lender_repayment r join loan_payment p on p.id = r.payment_id
         where r.lender_id = any(holders_of(h.id)) and r.funding_id = h.id and r.no = i.no and p.recorded <= $4) got
      group by i.no, i.due_date order by i.no`,
    [lenderId, vote.loanId, vote.unpaid, vote.paymentsUpto, vote.openedAt],
  )

/** The lender's part under the new terms. */
function newPart({ terms }: VoteRow, { principals, interests }: OwnRight): Omit<VoteSide, 'annualReturn'> {
  const { interestType, tenor, tenorPeriod } = terms
  const fundings = principals.map((principalDue, place) => ({
    principalDue,
    interest: interests[place] ?? 0,
  }))
  const { installments } = schedulesUnder(terms, fundings)
  return {
    ...{ interest: Number(terms.interest), interestType, tenor, tenorPeriod },
    installments: installments.map(({ dueDate, principal, interest }) => ({ dueDate, principal, interest })),
  }
}

type ListRow = Omit<ListedVote, 'endsAt' | 'endedAt'> & { endsAt: Date; endedAt: Date | null }

/** The votes of a lender, the newest first, at most 100; of one loan or of all. */
export async function listVotes(
  db: Queryable,
  lenderId: number,
  loanNumber: string | null,
): Promise<{ list: ListedVote[] }> {
  const rows = await many<ListRow>(
    db,
    'loans.votes.of_lender',
    `select v.id, l.loan_number as "loanNumber", v.state, v.ends_at as "endsAt", v.ended_at as "endedAt", r.agrees,
            (select d.id from vote_document d where d.vote_id = v.id and d.kind = 'ADDENDUM') as addendum,
            (select d.id from vote_document d where d.vote_id = v.id and d.kind = 'RECORD') as record
       from vote_right r join loan_vote v on v.id = r.vote_id join loan l on l.id = v.loan_id
      where r.lender_id = $1 and ($2::text is null or l.loan_number = $2)
      order by v.opened_at desc, v.id limit 100`,
    [lenderId, loanNumber],
  )
  return {
    list: rows.map(({ endsAt, endedAt, addendum, record, ...row }) => ({
      ...row,
      endsAt: endsAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      addendum: documentPath(addendum),
      record: record && documentPath(record),
    })),
  }
}
