import { type Rupiah, sumOf } from './arithmetic.ts'
import type { Books } from './books.ts'
import { lentBy, reservedBy, roomOf } from './limits.ts'
import { scheduleOf } from './schedule.ts'
import { expected } from './servicing.ts'

export function summaryOf(books: Books, name: string): Record<string, Rupiah | null> {
  const [reservedBalance, outStandingBalance] = [reservedBy(books, name), lentBy(books, name)]
  let estInterestGet = 0
  for (const { lender, state, loan, amount } of books.fundings.values()) {
    const { servicing, terms } = books.loan(loan)
    if (lender !== name || state !== 'SETTLED' || servicing) continue
    // The interest of a schedule does not depend on its first day.
    estInterestGet += sumOf(scheduleOf(amount, terms, '2026-01-01').map(({ interest }) => interest))
  }
  for (const { state, servicing } of books.loans.values()) {
    if (state !== 'ACTIVE' && state !== 'RESTRUCTURED') continue
    for (const share of servicing?.shares.filter(({ lender }) => lender === name) ?? [])
      estInterestGet += expected(share, 'interest')
  }
  const { held, additional } = books.lender(name)
  return {
    cashBalance: books.available(name),
    reservedBalance,
    withdrawingBalance: held - reservedBalance + (additional?.held ?? 0),
    additionalCashBalance: additional && books.available(name, 2),
    outStandingBalance,
    estTotalGet: outStandingBalance + estInterestGet,
    estInterestGet,
    fundingRoom: roomOf(books, name),
  }
}
