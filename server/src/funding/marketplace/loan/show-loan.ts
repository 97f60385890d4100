import type { LoanPage, OfferState } from '@pematang/contract/funding/marketplace/loan'
import type { Context } from '../../../context.ts'
import { findOfferedLoan } from '../../single/index.ts'
import { many, maybe, type Queryable } from '../../../platform/db/database.ts'
import { Refusal, required } from '../../../platform/refusal.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { joinLoan, loanColumns, type LoanCard, toMarketplaceLoan } from '../loan-card.ts'
import { recordOf } from './borrower-record.ts'
import { type FundedDay, fillingOf } from './filling.ts'
import { sum } from '../../../platform/sum.ts'

type Row = LoanCard & {
  borrowerId: number
  status: string
  /** Whether today is within the days of the offer. */
  isInTime: boolean
  isAhead: boolean
  openFrom: BusinessDate
  today: BusinessDate
  now: Date
  closesAt: Date
}

/**
 * One loan of the marketplace. Every lender sees it while it can be funded, or is fully funded and not yet disbursed;
 * afterwards only its own lenders, so that nobody can look up borrowers by old loan numbers.
 * @throws Refusal LOAN_NOT_FOUND, also before the offer begins; LOAN_CLOSED and LOAN_CANCELLED afterwards
 */
export async function showLoan(
  { db }: Pick<Context, 'db'>,
  lenderId: number,
  loanNumber: string,
): Promise<LoanPage> {
  const [terms, row] = await Promise.all([
    findOfferedLoan(db, lenderId, loanNumber),
    findCard(db, loanNumber),
  ])
  const card = required(row, 'LOAN_NOT_FOUND')
  const { penaltyPpmPerDay, penaltyMaximumPpm, offerEnd } = required(terms, 'LOAN_NOT_FOUND')
  const state = stateOf(card)
  const isOffered = state === 'OPEN' || state === 'FULL'
  const days = await fundedDays(db, card.loanId, lenderId)
  const own = {
    settled: sum(days.map(({ ownSettled }) => ownSettled)),
    waiting: sum(days.map(({ ownWaiting }) => ownWaiting)),
  }
  if (!days.some(({ isOwn }) => isOwn)) {
    if (card.isAhead) throw new Refusal('LOAN_NOT_FOUND')
    if (!isOffered) throw new Refusal(state === 'CANCELLED' ? 'LOAN_CANCELLED' : 'LOAN_CLOSED')
  }
  const { total, openFrom: from, today } = card
  const loan = toMarketplaceLoan(card)
  return {
    loan: state === 'OPEN' ? loan : { ...loan, outstandingFunding: 0 },
    state,
    asOf: card.now.toISOString(),
    closesAt: card.closesAt.toISOString(),
    penalty: {
      dailyFraction: penaltyPpmPerDay / 1_000_000,
      maximumFraction: penaltyMaximumPpm / 1_000_000,
    },
    offerEnd,
    own,
    filling: isOffered ? fillingOf(days, { total, from, today }) : [],
    record: isOffered ? await recordOf(db, card.borrowerId) : null,
  }
}

function stateOf({ status, isInTime, outstanding }: Row): OfferState {
  if (status === 'CANCELLED') return 'CANCELLED'
  if (status === 'FUNDED') return 'FULL'
  if (status !== 'OFFERED' || !isInTime) return 'CLOSED'
  return outstanding > 0 ? 'OPEN' : 'FULL'
}

/** A loan by its number, unless it is offered only with its bulk product. */
function findCard(db: Queryable, loanNumber: string): Promise<Row | undefined> {
  return maybe<Row>(
    db,
    'funding.marketplace.loan',
    `select ${loanColumns}, l.borrower_id as "borrowerId", p.status,
            day.today between p.offer_from and p.offer_until as "isInTime", day.today < p.offer_from as "isAhead",
            greatest(p.offer_from, (select r.fixed_on from offer_rule r where r.loan_id = l.id)) as "openFrom",
            day.today, app_now() as now, (p.offer_until + 1)::timestamp at time zone 'Asia/Jakarta' as "closesAt"
       from (select id as loan_id from loan where loan_number = $1) page ${joinLoan}
       cross join (select business_day(app_now()) as today) day
      where p.alone`,
    [loanNumber],
  )
}

type FundingDay = FundedDay & {
  /** Whether this lender has a funding of that day, including a refunded one. */
  isOwn: boolean
  ownSettled: number
  ownWaiting: number
}

/**
 * The signed and pending fundings of a loan by day, summed, in chronological order. Days on which this lender only has
 * a refunded funding have the amount 0.
 */
const fundedDays = (db: Queryable, loanId: number, lenderId: number): Promise<FundingDay[]> =>
  many<FundingDay>(
    db,
    'funding.marketplace.funded_days',
    `select business_day(created_at) as on, bool_or(lender_id = $2) as "isOwn",
            coalesce(sum(amount) filter (where state in ('SETTLED', 'WAITING')), 0)::bigint as amount,
            coalesce(sum(amount) filter (where state = 'SETTLED' and lender_id = $2), 0)::bigint as "ownSettled",
            coalesce(sum(amount) filter (where state = 'WAITING' and lender_id = $2 and sign_before > app_now()), 0)::bigint as "ownWaiting"
       from funding
      where loan_id = $1 and (state in ('SETTLED', 'WAITING') or lender_id = $2 and state in ('REFUNDED', 'CANCELLED'))
      group by 1 order by 1`,
    [loanId, lenderId],
  )
