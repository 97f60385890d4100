import { maskNumber } from '@pematang/contract/format/mask-number'
import type { BorrowerAccount } from '../disbursement/index.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { type LoanOverview, overviewOf } from './find-loans.ts'

/** An installment of any version of a schedule; amounts in whole rupiah. */
export type InstallmentOverview = {
  no: number
  version: number
  dueDate: BusinessDate
  principal: number
  interest: number
  principalPaid: number
  interestPaid: number
  penaltyPaid: number
  /** The day from which another version of the schedule is in force; null while this one is. */
  supersededOn: BusinessDate | null
}

/** One loan with all its records; amounts in whole rupiah. */
export type LoanSheet = LoanOverview & {
  loanType: string
  interest: string
  interestType: string
  tenor: number
  tenorPeriod: string
  minimum: number
  grade: string | null
  purpose: string | null
  /** The maximum of all penalties, and the penalty paid so far. */
  penaltyLimit: number | null
  penaltyPaid: number | null
  /** Number of settled fundings, and of those that wait for a signature. */
  fundings: number
  waiting: number
  payments: number
  paid: number
  excess: number
  /** The rule for the end of the loan's offer, and the decisions so far. Null before the loan is published. */
  offerRule: {
    extendDays: number
    extendTimes: number
    payOutSharePpm: number | null
    payOutDays: number
  } | null
  offerEnds: {
    on: BusinessDate
    decision: string
    funded: number
    total: number
    extendedUntil: BusinessDate | null
  }[]
  takenOverOn: BusinessDate | null
  writeOff: { on: BusinessDate; principal: number; interest: number; reason: string } | null
  /** The borrower's account for the disbursement; its number masked except for the last digits. */
  account: (BorrowerAccount & { version: number }) | null
  schedule: InstallmentOverview[]
}

/** Reads one loan with its schedule; undefined when the number is unknown. */
export async function showLoan(db: Queryable, loanNumber: string): Promise<LoanSheet | undefined> {
  const row = await maybe<Omit<LoanSheet, 'account' | 'schedule'> & { loanId: number }>(
    db,
    'loans.overview.loan',
    `select o.*, l.id as "loanId", t.name as "loanType", l.interest::text as interest, l.interest_type as "interestType",
            l.tenor, l.tenor_period as "tenorPeriod", p.minimum, l.grade, l.purpose, s.penalty_limit as "penaltyLimit",
            s.penalty_paid as "penaltyPaid", f.fundings, f.waiting, paid.payments, paid.paid, paid.excess,
            (select business_day(created_at) from loan_take_over o where o.loan_id = l.id) as "takenOverOn",
            (select json_build_object('extendDays', r.extend_days, 'extendTimes', r.extend_times,
                                      'payOutSharePpm', r.pay_out_share_ppm, 'payOutDays', r.pay_out_days)
               from offer_rule r where r.loan_id = l.id) as "offerRule",
            (select coalesce(json_agg(json_build_object('on', business_day(e.decided_at), 'decision', e.decision,
                              'funded', e.funded, 'total', e.total, 'extendedUntil', e.extended_until) order by e.no), '[]')
               from offer_end e where e.loan_id = l.id) as "offerEnds",
            (select json_build_object('on', w.written_off_on, 'principal', w.principal, 'interest', w.interest,
                                      'reason', w.reason)
               from write_off w where w.loan_id = l.id) as "writeOff"
       from (${overviewOf} where l.loan_number = $2) o
       join loan l on l.loan_number = o."loanNumber"
       join loan_position p on p.loan_id = l.id
       join loan_type t on t.id = l.loan_type_id
       left join loan_servicing s on s.loan_id = l.id
       cross join lateral (
         select count(*) filter (where state = 'SETTLED')::integer as fundings,
                count(*) filter (where state = 'WAITING')::integer as waiting
           from funding f where f.loan_id = l.id) f
       cross join lateral (
         select count(*)::integer as payments, coalesce(sum(amount), 0)::bigint as paid,
                coalesce(sum(excess), 0)::bigint as excess
           from standing_payment m where m.loan_id = l.id) paid`,
    [null, loanNumber],
  )
  if (!row) return undefined
  const { loanId, ...loan } = row
  // Lists of loans, which have no account, load this file too: disbursing loads the making of documents.
  const { accountOfLoan } = await import('../disbursement/index.ts')
  const account = await accountOfLoan(db, loanId)
  return {
    ...loan,
    account: account ? { ...account, accountNumber: maskNumber(account.accountNumber) } : null,
    schedule: await scheduleOf(db, loanId),
  }
}

/** The installments of a loan, without those of versions that were taken back. */
const scheduleOf = (db: Queryable, loanId: number): Promise<InstallmentOverview[]> =>
  many<InstallmentOverview>(
    db,
    'loans.overview.schedule',
    `select no, version, due_date as "dueDate", principal, interest, principal_paid as "principalPaid",
            interest_paid as "interestPaid", penalty_paid as "penaltyPaid", superseded_on as "supersededOn"
       from installment where loan_id = $1 and superseded_on is distinct from '-infinity' order by no`,
    [loanId],
  )

/** A funding of a loan with its lender; amounts in whole rupiah. */
export type FundingOverview = {
  fundingId: string
  lenderId: number
  phone: string
  name: string
  amount: number
  state: string
  at: Date
  /** How the funding was made: alone, in a bulk funding, or by a take-over with an archived agreement. */
  from: 'ALONE' | 'BULK' | 'TAKE_OVER' | 'TRANSFER'
  principalDue: number | null
  interestDue: number | null
}

/** The fundings of a loan, in the order of the requests, including failed ones. */
export async function fundingsOf(
  db: Queryable,
  loanNumber: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<FundingOverview>> {
  const rows = await many<FundingOverview>(
    db,
    'loans.overview.fundings',
    `select f.id as "fundingId", r.id as "lenderId", r.phone, r.name, f.amount, f.state, f.created_at as at,
            case when f.bulk_id is not null then 'BULK' when r.id <> f.lender_id then 'TRANSFER' when a.funding_id is not null then 'TAKE_OVER' else 'ALONE'
            end as from, b.principal_due as "principalDue", b.interest_due as "interestDue"
       from loan l join funding f on f.loan_id = l.id join lender r on r.id = holder_of(f.id)
       left join funding_balance b on b.lender_id = r.id and b.funding_id = f.id
       left join archived_agreement a on a.funding_id = f.id
      where l.loan_number = $1 and ($2::uuid is null or f.id > $2) order by f.id limit $3`,
    [loanNumber, after ?? null, limit + 1],
  )
  return cutPage(rows, limit, ({ fundingId }) => fundingId)
}
