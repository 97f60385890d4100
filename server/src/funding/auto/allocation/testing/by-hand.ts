import type { LoanInput, RoundInput, StrategyInput } from '../input.ts'
import { tieOf } from '../tie.ts'

export type ByHand = { lenderId: number; strategyId: string; loanId: number; amount: number; place: number }

/** Whether a loan meets the conditions of a strategy, each checked by itself. */
function matches(strategy: StrategyInput, loan: LoanInput): boolean {
  if (strategy.types && !strategy.types.includes(loan.type)) return false
  if (strategy.grades && !strategy.grades.includes(loan.grade)) return false
  if (strategy.interestFrom !== null && loan.interest < strategy.interestFrom) return false
  if (strategy.interestTo !== null && loan.interest > strategy.interestTo) return false
  if (strategy.tenorFrom !== null && loan.tenor < strategy.tenorFrom) return false
  if (strategy.tenorTo !== null && loan.tenor > strategy.tenorTo) return false
  return strategy.period === null || strategy.period === loan.period
}

/**
 * Reference implementation of the published rule: one sorted list per loan, and one step dealt at a time. It shares
 * only the tie-break with the product.
 */
export function byHand({ loans, lenders }: RoundInput): ByHand[] {
  const given: ByHand[] = []
  /** The index of the last loan of this round that served each lender. */
  const servedBy = new Map<number, number>()
  const spent = (which: (one: ByHand) => boolean) =>
    given.filter(which).reduce((total, { amount }) => total + amount, 0)
  for (const [turn, loan] of loans.entries()) {
    const borrowerOf = (loanId: number) => loans.find(({ id }) => id === loanId)?.borrower
    const asking = lenders.flatMap((lender) => {
      const mine = (one: ByHand) => one.lenderId === lender.id
      for (const strategy of lender.strategies) {
        if (!matches(strategy, loan) || strategy.refusedLately?.includes(loan.id)) continue
        const there = lender.inLoans.filter(([id]) => id === loan.id)
        const has = there.reduce((total, [, amount]) => total + amount, 0)
        const automatic = there.reduce((total, [, , amount]) => total + amount, 0)
        const withBorrower =
          lender.withBorrowers
            .filter(([id]) => id === loan.borrower)
            .reduce((total, [, amount]) => total + amount, 0) +
          spent((one) => mine(one) && borrowerOf(one.loanId) === loan.borrower)
        const want = Math.min(
          strategy.perLoan - has,
          (strategy.mostPerBorrower ?? Number.POSITIVE_INFINITY) - withBorrower,
          strategy.budgetLeft - spent((one) => one.strategyId === strategy.id),
          lender.cash - spent(mine) - strategy.cashToKeep,
          lender.mandatePerLoan - automatic,
          lender.mandateLeft - spent(mine),
        )
        if (want >= loan.minimum) return [{ lender, strategy, want, amount: 0 }]
      }
      return []
    })
    const key = (id: number, since: number) => [
      servedBy.get(id) ?? -1,
      servedBy.has(id) ? 0 : since,
      tieOf(loan.number, id),
      id,
    ]
    asking.sort((a, b) => compare(key(a.lender.id, a.lender.since), key(b.lender.id, b.lender.since)))
    deal(asking, loan)
    for (const [place, { lender, strategy, amount }] of asking.entries()) {
      if (amount === 0) continue
      given.push({ lenderId: lender.id, strategyId: strategy.id, loanId: loan.id, amount, place: place + 1 })
      servedBy.set(lender.id, turn)
    }
  }
  return given
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [place, value] of a.entries()) if (value !== b[place]) return value - (b[place] ?? 0)
  return 0
}

/** Deals one step at a time from the head of the queue, while the loan can still be funded afterwards. */
function deal(asking: { want: number; amount: number }[], { left, automatic, minimum }: LoanInput): void {
  const total = () => asking.reduce((sum, { amount }) => sum + amount, 0)
  const mayRemain = (rest: number) => rest === 0 || rest >= minimum
  const wanted = asking.reduce((sum, { want }) => sum + want, 0)
  if (wanted <= automatic && mayRemain(left - wanted)) {
    for (const one of asking) one.amount = one.want
    return
  }
  const dealt: { want: number; amount: number }[] = []
  for (let again = true; again; ) {
    again = false
    for (const one of asking) {
      const after = total() + minimum
      if (one.amount + minimum > one.want || after > automatic) continue
      if (automatic < left && left - after < minimum) continue
      one.amount += minimum
      dealt.push(one)
      again = true
    }
  }
  const rest = left - total()
  if (mayRemain(rest)) return
  const first = asking.find(({ amount, want }) => amount > 0 && amount + rest <= want)
  if (first && automatic === left) first.amount += rest
  else {
    const last = dealt.at(-1)
    if (last) last.amount -= minimum
  }
}
