import type { Concentration } from '@pematang/contract/funding/concentration/endpoints'
import type { Context } from '../../context.ts'
import { formatShare } from '../../loans/index.ts'
import { offeredByNumber } from '../single/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { portfolioOf } from './portfolio-parts.ts'
import { sum } from '../../platform/sum.ts'

type Part = Concentration['parts'][number]

/** The properties of a loan that determine the shares of a portfolio. */
export type MixOfLoan = {
  borrowerId: number
  borrowerName: string
  loanTypeId: number
  loanTypeName: string
  /** The loan's rating; empty for a loan without one. */
  grade: string
}

/** A loan that is about to be funded with this amount in whole rupiah. */
export type PlannedFunding = MixOfLoan & { amount: number }

/** SQL columns of `MixOfLoan` for a loan `l`; they need `joinMix`. */
export const mixColumns = `l.borrower_id as "borrowerId", b.name as "borrowerName", l.loan_type_id as "loanTypeId",
  t.name as "loanTypeName", coalesce(l.grade, '') as grade`
export const joinMix = 'join borrower b on b.id = l.borrower_id join loan_type t on t.id = l.loan_type_id'

/** The maximum number of borrowers in a response, the largest first; a bulk product can have thousands. */
const mostParts = 100

/**
 * The share of each borrower, loan type and grade of these loans in the lender's portfolio after funding these amounts.
 * @throws Refusal LOAN_NOT_FOUND for a loan that was never offered individually.
 */
export async function getConcentration(
  context: Pick<Context, 'db' | 'config'>,
  lenderId: number,
  fundings: readonly { loanNumber: string; amount: number }[],
): Promise<Concentration> {
  const loans = await askedLoans(
    context.db,
    fundings.map(({ loanNumber }) => loanNumber),
  )
  const planned = fundings.map(({ loanNumber, amount }, part) => {
    const loan = loans.get(loanNumber)
    if (!loan) throw new Refusal('LOAN_NOT_FOUND', { part })
    return { ...loan, amount }
  })
  return concentrationOf(context, lenderId, planned)
}

/**
 * A lender's portfolio by borrower, loan type and grade after these fundings. The portfolio is the unpaid principal
 * without write-offs, plus reservations. It is for the warning in the dialog; no funding is refused by it.
 */
export async function concentrationOf(
  { db, config }: Pick<Context, 'db' | 'config'>,
  lenderId: number,
  planned: readonly PlannedFunding[],
): Promise<Concentration> {
  const before = await portfolioOf(db, lenderId, {
    borrowers: planned.map(({ borrowerId }) => borrowerId),
    loanTypes: planned.map(({ loanTypeId }) => loanTypeId),
    grades: planned.map(({ grade }) => grade),
  })
  const afterwards = before.all + sum(planned.map(({ amount }) => amount))
  // The first funding is always 100% of the portfolio, so its concentration says nothing.
  const isFirst = before.all === 0 && planned.length === 1
  const partsOf = (
    kind: Part['kind'],
    border: number,
    of: (loan: MixOfLoan) => { key: string; name: string | null },
  ): Part[] =>
    [...Map.groupBy(planned, (loan) => of(loan).key)]
      .map(([key, group]) => ({
        name: group[0] ? of(group[0]).name : null,
        amount: sum(group.map(({ amount }) => amount)) + (before[kind].get(key) ?? 0),
      }))
      .toSorted((a, b) => b.amount - a.amount)
      .slice(0, mostParts)
      .map(({ name, amount }) => ({
        kind,
        name,
        amount,
        share: formatShare({ numerator: amount, denominator: afterwards }),
        border,
        isAbove: !isFirst && BigInt(amount) * 100n > BigInt(afterwards) * BigInt(border),
      }))
  return {
    portfolio: before.all,
    afterwards,
    parts: [
      ...partsOf('BORROWER', config.CONCENTRATION_BORROWER_PERCENT, ({ borrowerId, borrowerName }) => ({
        key: String(borrowerId),
        name: borrowerName,
      })),
      ...partsOf('LOAN_TYPE', config.CONCENTRATION_LOAN_TYPE_PERCENT, ({ loanTypeId, loanTypeName }) => ({
        key: String(loanTypeId),
        name: loanTypeName,
      })),
      ...partsOf('GRADE', config.CONCENTRATION_GRADE_PERCENT, ({ grade }) => ({
        key: grade,
        name: grade || null,
      })),
    ],
  }
}

async function askedLoans(db: Queryable, loanNumbers: readonly string[]): Promise<Map<string, MixOfLoan>> {
  const offered = await offeredByNumber(db, loanNumbers)
  const rows = await many<MixOfLoan & { loanNumber: string }>(
    db,
    'funding.concentration.loans',
    `select l.loan_number as "loanNumber", ${mixColumns} from loan l ${joinMix} where l.id = any($1)`,
    [[...offered.values()].map(({ loanId }) => loanId)],
  )
  return new Map(rows.map((row) => [row.loanNumber, row]))
}
