import type { LoanStatusName, PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'
import { formatTenor } from '@pematang/contract/format/tenor'
import { documentPath } from '../../documents/index.ts'
import { fundingNumber } from '@pematang/contract/format/reference-number'
import { many, type Queryable } from '../../platform/db/database.ts'
import { taxOn, tenorPeriodNames, type TenorPeriod } from '../../books/index.ts'
import { fundedAt } from './funded-at.ts'
import { statusIds, withStatus } from './loan-status.ts'

/** The terms of a loan as it was offered; `dueDate` is the last of the schedule that was replaced. */
export type FormerTerms = {
  interest: number
  tenor: number
  tenorPeriod: TenorPeriod
  dueDate: string | null
}

export type ItemRow = {
  fundingId: string
  loanId: number
  loanSecureId: string
  loanNumber: string
  loanType: string
  borrowerName: string
  amount: number
  /** When it was funded; when it was reserved while it waits for a signature. */
  fundedAt: Date
  signBefore: Date
  state: 'WAITING' | 'SETTLED' | 'REFUNDED'
  /** Whether its loan was cancelled; a funding that still waits is being cancelled at the provider. */
  cancelled: boolean
  docToken: string
  signaturePage: number | null
  dgsignType: string
  /** The ids of the current versions of the two agreements; the signed ones, if they are signed. */
  pp: string | null
  ppfp: string | null
  factsheet: string | null
  /** Whether the agreement was signed in another system and is in the operator's archive. */
  takenOver: boolean
  disbursedOn: string | null
  dueDate: string
  /** The day of the payment with which the loan was repaid. */
  paidOffOn: string | null
  tenor: number
  tenorPeriod: TenorPeriod
  status: LoanStatusName
  /** The yearly interest rate as a fraction. */
  interest: number
  /** What was agreed first, where other terms are in force; null otherwise. */
  former: FormerTerms | null
  /** The id of the addendum on which the lenders voted. */
  addendum: string | null
  /** The id of the addendum by which it went from or to this lender last. */
  transferAddendum: string | null
  /** Unpaid principal in whole rupiah; null while the funding waits for a signature. */
  principalLeft: number | null
  /** The due date of the oldest unpaid installment. */
  nextDueDate: string | null
  daysLate: number
  /** The unpaid amounts of the oldest unpaid installment for this funding, before tax, and the inputs of its tax. */
  nextPrincipal: number
  nextInterest: number
  nextInterestInAll: number
  nextTaxWithheld: number
  taxRatePpm: number
}

/**
 * SQL joins: `n` is the oldest unpaid installment of a funding `f` in repayment, with the funding's share of it; `st`
 * is the funding's row of the read model.
 */
const withNext = `
  left join portfolio_standing st on st.lender_id = f.lender_id and st.funding_id = f.id
  left join lateral (
    select i.due_date, sc.principal, sc.interest,
           got.principal as principal_got, got.interest as interest_got, got.tax
      from (
        select i.no, i.due_date from installment i
         where i.loan_id = f.loan_id and i.superseded_on is null
           and i.principal_paid + i.interest_paid < i.principal + i.interest
         order by i.no limit 1
      ) i
      cross join lateral (
        select s.principal[i.no - s.first_no + 1] as principal, s.interest[i.no - s.first_no + 1] as interest
          from funding_schedule s where s.lender_id = f.lender_id and s.funding_id = f.id
           and i.no between s.first_no and s.first_no + cardinality(s.principal) - 1
           and not exists (select from holding_transfer_record t where t.funding_id = f.id)
        union all
        select x.principal, x.interest from transferred_share x
         where x.lender_id = f.lender_id and x.funding_id = f.id and x.no = i.no
      ) sc
      cross join lateral (
        select coalesce(sum(r.principal), 0)::bigint as principal, coalesce(sum(r.interest), 0)::bigint as interest,
               coalesce(sum(r.tax), 0)::bigint as tax
          from lender_repayment r where r.lender_id = f.lender_id and r.funding_id = f.id and r.no = i.no
      ) got
  ) n on st.phase in (2, 3)`

/** The data of these fundings of a lender, in the given order of ids. */
export function findItems(db: Queryable, lenderId: number, ids: readonly string[]): Promise<ItemRow[]> {
  return many<ItemRow>(
    db,
    'reports.portfolio.items',
    `select f.id as "fundingId", l.id as "loanId", l.secure_id as "loanSecureId", l.loan_number as "loanNumber",
            (select name from loan_type t where t.id = l.loan_type_id) as "loanType", b.name as "borrowerName",
            (select p.status = 'CANCELLED' from loan_position p where p.loan_id = l.id) as cancelled,
            f.amount, ${fundedAt} as "fundedAt", f.sign_before as "signBefore", f.state, f.id as "docToken",
            (select a.signature_page from agreement a where a.id = f.id) as "signaturePage",
            -- Fundings in bulk have no signing page either: their two files can be opened directly.
            case when f.bulk_id is not null then 'XIGNATURE'
                 else coalesce((select g.provider from signature g where g.funding_id = f.id),
                               (select q.provider from signing_request q where q.funding_id = f.id),
                               (select dgsign_type from lender where id = f.lender_id)) end as "dgsignType",
            (select d.id from document d where d.agreement_id = f.id and d.lender_id = f.lender_id and d.kind in ('PP', 'PP_SIGNED')
              order by d.kind desc limit 1) as pp,
            (select d.id from document d where d.agreement_id = f.id and d.lender_id = f.lender_id and d.kind in ('PPFP', 'PPFP_SIGNED')
              order by d.kind desc limit 1) as ppfp,
            (select s.id from factsheet s where s.loan_id = l.id order by s.version desc limit 1) as factsheet,
            f.transfer_id is not null or exists (select from archived_agreement a where a.funding_id = f.id) as "takenOver",
            l.disbursed_on as "disbursedOn", s.status, coalesce(fresh.tenor, l.tenor) as tenor,
            coalesce(fresh.tenor_period, l.tenor_period) as "tenorPeriod",
            case when fresh.version is not null then
              json_build_object('interest', l.interest::float8, 'tenor', l.tenor, 'tenorPeriod', l.tenor_period,
                'dueDate', (select max(i.due_date) from installment i where i.loan_id = l.id and i.version < fresh.version))
            end as former,
            (select d.id from loan_vote v join vote_document d on d.vote_id = v.id and d.kind = 'ADDENDUM'
              where v.loan_id = l.id and v.used_version = fresh.version) as addendum,
            (select t.addendum from holding_transfer t
              where t.funding_id = f.id and f.lender_id in (t.from_lender, t.to_lender)
              order by t.value_date desc limit 1) as "transferAddendum",
            coalesce(greatest(
              (select max(i.due_date) from installment i where i.loan_id = l.id and i.superseded_on is null),
              -- An early settlement replaces later installments by one due on that day; the last due date before it is
              -- shown.
              (select before.due_date from installment before
                 join installment settled on settled.loan_id = before.loan_id and settled.version > before.version
                  and settled.superseded_on is null and settled.due_date = before.superseded_on
                where before.loan_id = l.id and before.superseded_on is not null
                  and not exists (select from restructuring r where r.loan_id = l.id and r.version = settled.version)
                order by settled.version desc, before.version desc, before.due_date desc limit 1)),
              ((select p.offer_until from loan_position p where p.loan_id = l.id) + case l.tenor_period
               when 'DAY' then make_interval(days => l.tenor) when 'WEEK' then make_interval(weeks => l.tenor)
               else make_interval(months => l.tenor) end)::date) as "dueDate",
            (select max(p.paid_on) from standing_payment p where p.loan_id = l.id and p.completes) as "paidOffOn",
            coalesce(fresh.interest, l.interest)::float8 as interest,
            case when st.phase = 5 then (select due.principal_due from funding_balance due
                                          where due.lender_id = f.lender_id and due.funding_id = f.id)
                 else st.principal_due end as "principalLeft",
            n.due_date as "nextDueDate", coalesce(greatest(business_day(app_now()) - n.due_date, 0), 0) as "daysLate",
            coalesce(n.principal - n.principal_got, 0) as "nextPrincipal",
            coalesce(n.interest - n.interest_got, 0) as "nextInterest",
            coalesce(n.interest, 0) as "nextInterestInAll", coalesce(n.tax, 0) as "nextTaxWithheld",
            (select tax_rate_ppm from lender where id = f.lender_id) as "taxRatePpm"
       from unnest($2::uuid[]) with ordinality as asked (id, place)
       join holding f on f.lender_id = $1 and f.id = asked.id
       join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
       left join lateral (
         select r.version, r.interest, r.tenor, r.tenor_period from restructuring r
          where r.loan_id = l.id order by r.version desc limit 1) fresh on true
       ${withStatus}
       ${withNext}
      order by asked.place`,
    [lenderId, ids],
  )
}

export function toItem(row: ItemRow, lastPage: boolean): PortfolioItem {
  const waits = row.state === 'WAITING'
  const canBeSigned = waits && !row.cancelled
  const pp = row.pp && documentPath(row.pp)
  const ppfp = row.ppfp && documentPath(row.ppfp)
  const agreement = waits ? null : pp
  return {
    propertyLenderId: row.fundingId,
    loanId: row.loanId,
    loanType: row.loanType,
    borrowerName: row.borrowerName,
    transactionNumber: fundingNumber(row.fundingId),
    loanNumber: row.loanNumber,
    totalLoan: row.amount,
    fundingDate: row.fundedAt.toISOString(),
    disbursementDate: row.disbursedOn,
    dueDate: row.dueDate,
    paidOffOn: row.status === 'REPAID' ? row.paidOffOn : null,
    tenor: `${row.tenor} ${tenorPeriodNames[row.tenorPeriod]}`,
    tenorPeriod: tenorPeriodNames[row.tenorPeriod],
    tenorValue: row.tenor,
    statusId: statusIds[row.status],
    statusName: row.status,
    loanSecureId: row.loanSecureId,
    docTokenUrl: canBeSigned ? row.docToken : null,
    signCoordinatePage: canBeSigned ? row.signaturePage : null,
    signBefore: canBeSigned ? row.signBefore.toISOString() : null,
    lenderAgreementFile: agreement,
    lenderAgreementUrl: agreement,
    factsheetUrl: row.factsheet && documentPath(row.factsheet),
    isSigned: !waits,
    xignaturePpUrl: pp,
    xignaturePpfpUrl: ppfp,
    dgsignType: row.dgsignType,
    lastPage,
    interestPercentage: row.interest,
    former: row.former && {
      interestPercentage: row.former.interest,
      tenor: formatTenor(row.former.tenor, tenorPeriodNames[row.former.tenorPeriod]),
      dueDate: row.former.dueDate,
    },
    addendumUrl: row.addendum && documentPath(row.addendum),
    transferUrl: row.transferAddendum && documentPath(row.transferAddendum),
    principalLeft: row.principalLeft,
    nextDueDate: row.nextDueDate,
    nextDueAmount: row.nextDueDate === null ? null : nextDueAmount(row),
    daysLate: row.daysLate,
    isTakenOver: row.takenOver,
  }
}

/** The unpaid amount of the oldest unpaid installment for the lender, after tax and without a penalty. */
export function nextDueAmount(row: ItemRow): number {
  const tax = Math.max(0, taxOn(row.nextInterestInAll, row.taxRatePpm) - row.nextTaxWithheld)
  return row.nextPrincipal + Math.max(0, row.nextInterest - tax)
}
