import type { Insight, WaitingReason } from '@pematang/contract/reports/insight/endpoints'
import { many, one, type Queryable } from '../../platform/db/database.ts'
import {
  formatShare,
  borrowerQualityThreshold,
  type Quality,
  type QualityFigures,
  qualityOf,
  qualityRanges,
  tkbOf,
} from '../../loans/index.ts'

/** A part of a lender's outstanding principal, in whole rupiah, by loan type, grade and days late. */
type Part = { loanType: string; grade: string | null; days: number; outstanding: number }

/**
 * The held cash of a lender by purpose, and the lender's own portfolio by lateness, loan type and grade. A loan has the
 * lateness of the worst of its borrower's loans if these add up to Rp2 billion or more. Each loan is weighted with this
 * lender's part.
 */
export async function getInsight(db: Queryable, lenderId: number): Promise<Insight> {
  const [{ asOf, ...waits }, parts] = await Promise.all([waitingOf(db, lenderId), partsOf(db, lenderId)])
  const figures = figuresOfParts(parts)
  const outstanding = figures.total
  const part = (amount: number) => ({
    outstanding: amount,
    share: outstanding === 0 ? '0,00%' : formatShare({ numerator: amount, denominator: outstanding }),
  })
  const reasons: [WaitingReason, number][] = [
    ['SIGNATURE', waits.signature],
    ['BULK_FUNDING', waits.bulk],
    ['WITHDRAWAL', waits.withdrawal],
  ]
  const grades = [...sums(parts, ({ grade }) => grade)].map(([grade, sum]) => ({ grade, ...part(sum) }))
  const loanTypes = [...sums(parts, ({ loanType }) => loanType)]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([loanType, sum]) => ({ loanType, ...part(sum) }))
  return {
    asOf,
    waiting: reasons.flatMap(([reason, amount]) => (amount > 0 ? [{ reason, amount }] : [])),
    outstanding,
    quality: qualityRanges.map((range) => ({ ...range, ...part(figures[range.name]) })),
    TKB90: formatShare(tkbOf(figures, 90)),
    TKB60: formatShare(tkbOf(figures, 60)),
    TKB30: formatShare(tkbOf(figures, 30)),
    TKB0: formatShare(tkbOf(figures, 0)),
    composition: { grades: grades.sort(byGrade), loanTypes },
  }
}

/** Sorts grades by name, those without a grade last. */
const byGrade = (a: { grade: string | null }, b: { grade: string | null }): number =>
  a.grade === b.grade ? 0 : a.grade === null ? 1 : b.grade === null ? -1 : a.grade < b.grade ? -1 : 1

function figuresOfParts(parts: readonly Part[]): QualityFigures {
  const byQuality = sums(parts, ({ days }) => qualityOf(days))
  const of = (quality: Quality) => byQuality.get(quality) ?? 0
  return {
    total: parts.reduce((sum, { outstanding }) => sum + outstanding, 0),
    LANCAR: of('LANCAR'),
    DALAM_PERHATIAN_KHUSUS: of('DALAM_PERHATIAN_KHUSUS'),
    KURANG_LANCAR: of('KURANG_LANCAR'),
    DIRAGUKAN: of('DIRAGUKAN'),
    MACET: of('MACET'),
  }
}

function sums<K>(parts: readonly Part[], keyOf: (part: Part) => K): Map<K, number> {
  const by = new Map<K, number>()
  for (const part of parts) by.set(keyOf(part), (by.get(keyOf(part)) ?? 0) + part.outstanding)
  return by
}

/** The held cash of a lender by purpose, in whole rupiah. */
function waitingOf(db: Queryable, lenderId: number) {
  return one<{ asOf: string; signature: number; bulk: number; withdrawal: number }>(
    db,
    'reports.insight.waiting',
    `select business_day(app_now()) as "asOf",
            (select coalesce(sum(amount), 0)::bigint from funding where lender_id = $1 and state = 'WAITING') as signature,
            (select coalesce(sum(amount), 0)::bigint from bulk_funding_loan
              where lender_id = $1 and state = 'WAITING') as bulk,
            (select coalesce(sum(amount + fee), 0)::bigint from withdrawal
              where lender_id = $1 and ended_at is null) as withdrawal`,
    [lenderId],
  )
}

/**
 * A lender's unpaid principal. If a borrower has an overdue loan and Rp2 billion or more outstanding, all their loans
 * count as late as the worst one.
 */
function partsOf(db: Queryable, lenderId: number): Promise<Part[]> {
  return many<Part>(
    db,
    'reports.insight.parts',
    `with late as (
       select i.loan_id, business_day(app_now()) - min(i.due_date) as days from installment i
        where i.superseded_on is null and i.principal_paid + i.interest_paid < i.principal + i.interest
          and i.due_date < business_day(app_now())
          and not exists (select from write_off w where w.loan_id = i.loan_id)
        group by i.loan_id
     ), worst as (
       select l.borrower_id, max(late.days) as days from late join loan l on l.id = late.loan_id
        where exists (select from portfolio_borrower b where b.lender_id = $1 and b.borrower_id = l.borrower_id)
        group by l.borrower_id
     ), one_quality as (
       select borrower_id, days from worst
        where (select sum(s.principal_due) from loan l join loan_servicing s on s.loan_id = l.id
                where l.borrower_id = worst.borrower_id
                  and not exists (select from write_off w where w.loan_id = s.loan_id)) >= $2
     )
     select t.name as "loanType", l.grade, sum(s.principal_due)::bigint as outstanding,
            greatest(business_day(app_now()) - s.oldest_due, q.days, 0) as days
       from portfolio_standing s
       join portfolio_row r on r.lender_id = s.lender_id and r.funding_id = s.funding_id
       join loan l on l.id = r.loan_id join loan_type t on t.id = l.loan_type_id
       left join one_quality q on q.borrower_id = r.borrower_id
      where s.lender_id = $1 and s.phase in (2, 3) and s.principal_due > 0
      group by 1, 2, 4`,
    [lenderId, borrowerQualityThreshold],
  )
}
