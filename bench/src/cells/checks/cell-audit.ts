import { type Account, addTo, type Books, type Funding, type Loan } from '../protocol/books.ts'
import { periodAt } from '../protocol/transaction.ts'

/** What a cell can check by itself, at any time: what the audit of the books of one primary checks today. */
export function auditCell(books: Books, now: number): string[] {
  return [
    ...auditLenders(books),
    ...auditRepayments(books),
    ...auditLoans(books),
    ...auditBalance(books),
    ...auditOutbox(books, now),
  ]
}

/** Longer than any fault that is not seen to, in milliseconds. */
const longestWait = 120_000

function auditOutbox({ outbox }: Books, now: number): string[] {
  const oldest = periodAt(now - longestWait)
  return [...outbox.values()]
    .filter(({ period }) => period < oldest)
    .map(({ id, to, period }) => `${id} has waited for cell ${to} since period ${period}`)
}

function auditLenders({ accounts, fundings }: Books): string[] {
  const live = [...fundings.values()].filter(({ state }) => state === 'asked' || state === 'reserved')
  const byLender = Map.groupBy(live, ({ lender }) => lender)
  const keys = new Set([...fundings.values()].map(({ key }) => key))
  return [
    ...(keys.size === fundings.size ? [] : ['a key has two fundings']),
    ...[...accounts].flatMap(([id, account]) => auditAccount(id, account, byLender.get(id) ?? [])),
  ]
}

function auditAccount(id: number, { cash, held }: Account, live: readonly Funding[]): string[] {
  const expected = live.reduce((sum, { amount }) => sum + amount, 0)
  return [
    ...(held === expected ? [] : [`lender ${id} has ${held} held, and ${expected} by their fundings`]),
    ...(cash >= 0 ? [] : [`lender ${id} has ${cash} of cash`]),
    ...(cash >= held ? [] : [`lender ${id} has more held than cash`]),
  ]
}

/** What was credited to each lender is what the messages said. */
function auditRepayments({ repayments, credited }: Books): string[] {
  const expected = new Map<number, number>()
  for (const { lender, amount } of [...repayments.values()].flat()) addTo(expected, lender, amount)
  return [...new Set([...expected.keys(), ...credited.keys()])].flatMap((id) => {
    const [sum, by] = [credited.get(id) ?? 0, expected.get(id) ?? 0]
    return sum === by ? [] : [`lender ${id} was credited ${sum} of repayments, and ${by} by messages`]
  })
}

function auditLoans({ loans, decisions }: Books): string[] {
  const byLoan = Map.groupBy(decisions.values(), ({ loan }) => loan)
  return [...loans.values()].flatMap((loan) => {
    const sum = (state: string) =>
      (byLoan.get(loan.id) ?? []).reduce((before, one) => before + (one.state === state ? one.amount : 0), 0)
    const isReturned = loan.state !== 'cancelled' && sum('returned') > 0
    return [
      ...auditLoan(loan, { taken: sum('taken'), settled: sum('settled') }),
      ...(isReturned ? [`loan ${loan.id} is not cancelled, and sent money back`] : []),
    ]
  })
}

function auditLoan(loan: Loan, { taken, settled }: { taken: number; settled: number }): string[] {
  const { id, total, reserved, funded, escrow, state } = loan
  return [
    ...(reserved + funded <= total ? [] : [`loan ${id} is above its total`]),
    ...(reserved === taken ? [] : [`loan ${id} has ${reserved} reserved, and ${taken} by decisions`]),
    ...(funded === settled ? [] : [`loan ${id} has ${funded} funded, and ${settled} by decisions`]),
    ...(escrow === (state === 'open' ? funded : 0) ? [] : [`loan ${id} (${state}) keeps ${escrow}`]),
    ...(state !== 'cancelled' || reserved + funded === 0 ? [] : [`loan ${id} is cancelled and has fundings`]),
  ]
}

/** Cash, money of loans, and money sent and not received make what came from outside. */
function auditBalance({ cell, accounts, loans, sent, received, paidIn, paidOut }: Books): string[] {
  const total = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0)
  const cash = total([...accounts.values()].map((account) => account.cash))
  const escrow = total([...loans.values()].map((loan) => loan.escrow))
  const own = cash + escrow + total(sent.values()) - total(received.values())
  return own === paidIn - paidOut
    ? []
    : [`cell ${cell} has ${own}, and ${paidIn - paidOut} came from outside`]
}
