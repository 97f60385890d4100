import { type Rupiah, sumOf } from './arithmetic.ts'
import type { Books } from './books.ts'
import { scheduleOf } from './schedule.ts'
import { expected } from './servicing.ts'

/** The figures at the head of a lender's dashboard, with the names of the API. */
export function summaryOf(books: Books, name: string): Record<string, Rupiah> {
  const of = [...books.fundings.values()].filter(({ lender }) => lender === name)
  const reservedBalance = sumOf(of.map(({ state, amount }) => (state === 'WAITING' ? amount : 0)))
  let [outStandingBalance, estInterestGet] = [0, 0]
  for (const { state, loan, amount } of of) {
    const { servicing, terms } = books.loan(loan)
    if (state !== 'SETTLED' || servicing) continue
    outStandingBalance += amount
    // The interest of a schedule does not depend on its first day.
    estInterestGet += sumOf(scheduleOf(amount, terms, '2026-01-01').map(({ interest }) => interest))
  }
  for (const { state, servicing } of books.loans.values()) {
    if (state !== 'ACTIVE' && state !== 'RESTRUCTURED') continue
    for (const share of servicing?.shares.filter(({ lender }) => lender === name) ?? []) {
      outStandingBalance += expected(share, 'principal')
      estInterestGet += expected(share, 'interest')
    }
  }
  const { held } = books.lender(name)
  return {
    cashBalance: books.available(name),
    reservedBalance,
    withdrawingBalance: held - reservedBalance,
    outStandingBalance,
    estTotalGet: outStandingBalance + estInterestGet,
    estInterestGet,
  }
}
