import type { VoteSide } from '@pematang/contract/loans/votes/endpoints'

type Installment = VoteSide['installments'][number]
/** Whole rupiah. */
export type Sums = { principal: number; interest: number }
export type Month = { month: string; before: Sums; after: Sums }

const none: Sums = { principal: 0, interest: 0 }
const plus = (a: Sums, b: Sums): Sums => ({
  principal: a.principal + b.principal,
  interest: a.interest + b.interest,
})

export const sumOf = (installments: readonly Installment[]): Sums => installments.reduce<Sums>(plus, none)

/** What falls due in each month (YYYY-MM) under both terms, in the order of the months; months without any are left out. */
export function monthsOf(before: readonly Installment[], after: readonly Installment[]): Month[] {
  const months = new Map<string, Month>()
  const add = (side: 'before' | 'after', { dueDate, ...sums }: Installment) => {
    const month = dueDate.slice(0, 7)
    const row = months.get(month) ?? { month, before: none, after: none }
    months.set(month, { ...row, [side]: plus(row[side], sums) })
  }
  for (const one of before) add('before', one)
  for (const one of after) add('after', one)
  return [...months.values()].toSorted((a, b) => (a.month < b.month ? -1 : 1))
}
