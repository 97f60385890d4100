import { dayOf } from '../../model/days.ts'
import { owedOn, penaltiesOn } from '../../model/penalties.ts'
import { type Draw, drawTerms, loansOf, outstandingLoans } from './draw.ts'
import type { Island } from './island.ts'
import type { Choices } from '../../../../bench/src/seed/random.ts'

/** A write-off, its reversal, or the reversal of a disbursement; some of loans that do not allow it. */
export const change: Draw = (island, choices) => {
  const kinds = ['write-off', 'reverse-write-off', 'reverse-write-off', 'reverse-disbursement'] as const
  const kind = choices.one(kinds) ?? 'write-off'
  const fitting = {
    'write-off': outstandingLoans(island),
    'reverse-write-off': loansOf(island, 'WRITTEN_OFF'),
    'reverse-disbursement': loansOf(island, 'ACTIVE'),
  }[kind]
  const loan = oneOf(choices, [
    [6, fitting],
    [3, loansOf(island, 'REPAID')],
    [1, loansOf(island, 'ACTIVE', 'RESTRUCTURED', 'WRITTEN_OFF')],
  ])
  return loan === undefined ? null : { verb: 'change', loan, change: kind }
}

/** A loan of one of the lists that have any, with a probability in proportion to its weight. */
function oneOf(
  choices: Choices,
  lists: readonly (readonly [weight: number, loans: readonly string[]])[],
): string | undefined {
  const filled = lists.filter(([, loans]) => loans.length > 0)
  return filled.length === 0 ? undefined : choices.one(choices.weighted(filled))
}

/** Outstanding loans with an unpaid installment before today. */
function lateLoans(island: Island): string[] {
  const today = dayOf(island.scenario.system.now())
  return outstandingLoans(island).filter((loan) =>
    island.books
      .loan(loan)
      .servicing?.installments.some(
        (one) => !one.isReplaced && one.dueDate < today && one.interestPaid < one.interest,
      ),
  )
}

/** Outstanding loans that owe penalty on an installment that was paid late: new terms waive it until they are taken back. */
function owingForPaid(island: Island): string[] {
  const today = dayOf(island.scenario.system.now())
  return outstandingLoans(island).filter((loan) => {
    const { servicing } = island.books.loan(loan)
    const penalties = servicing ? penaltiesOn(servicing, today) : []
    return servicing?.installments.some(
      (one, place) => one.principalPaid === one.principal && (penalties[place] ?? 0) > 0,
    )
  })
}

/** Whether something was paid on a loan since its newest terms. */
const isPaidSince = (island: Island, loan: string): boolean => {
  const { servicing } = island.books.loan(loan)
  return (servicing?.payments.length ?? 0) > (servicing?.restructurings.at(-1)?.paymentsBefore ?? 0)
}

/** Restructured loans of which a penalty was waived. */
const waived = (island: Island): string[] =>
  loansOf(island, 'RESTRUCTURED').filter(
    (loan) => (island.books.loan(loan).servicing?.restructurings.at(-1)?.end.penaltyWaived ?? 0) > 0,
  )

/** Restructured loans on which something was paid since. */
const paidSince = (island: Island): string[] =>
  loansOf(island, 'RESTRUCTURED').filter((loan) => isPaidSince(island, loan))

/** New terms for an outstanding loan, or an agreement that was recorded before, with the same or other terms. */
export const restructure: Draw = (island, choices, name) => {
  const loan = oneOf(choices, [
    [4, loansOf(island, 'RESTRUCTURED')],
    [6, lateLoans(island)],
    [4, owingForPaid(island)],
    [2, outstandingLoans(island)],
    [1, loansOf(island, 'REPAID', 'WRITTEN_OFF')],
  ])
  if (loan === undefined) return null
  const known = island.books.loan(loan).servicing?.restructurings.at(-1)
  if (known && choices.inHundred(60)) {
    const { agreement, agreedOn, keepInterest, terms } = known
    const tenor = terms.tenor + (choices.inHundred(40) ? 1 : 0)
    return { verb: 'restructure', loan, agreement, agreedOn, keepInterest, terms: { ...terms, tenor } }
  }
  const keepInterest = choices.inHundred(60)
  return { verb: 'restructure', loan, agreement: name, keepInterest, terms: drawTerms(choices) }
}

/** The reversal of the newest restructuring, often one that a payment since then forbids. */
export const reverseRestructuring: Draw = (island, choices) => {
  const loan = oneOf(choices, [
    [3, paidSince(island)],
    [3, waived(island)],
    [2, loansOf(island, 'RESTRUCTURED')],
    [1, outstandingLoans(island)],
  ])
  return loan === undefined ? null : { verb: 'reverse-restructuring', loan }
}

/** What completes the oldest late installment of a loan that has later ones, in rupiah, or null. */
function duePart(island: Island, loan: string): number | null {
  const open = island.books
    .loan(loan)
    .servicing?.installments.filter(
      (one) => !one.isReplaced && one.principal + one.interest > one.principalPaid + one.interestPaid,
    )
  const [oldest, next] = open?.toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1)) ?? []
  if (!oldest || !next || oldest.dueDate >= dayOf(island.scenario.system.now())) return null
  return oldest.principal + oldest.interest - oldest.principalPaid - oldest.interestPaid
}

/**
 * The next step in the life of a late loan: an installment is paid without its penalty, new terms waive that, they are
 * taken back, and all that is then owed is paid. The loan that has come furthest goes on.
 */
export const goOnWithLate: Draw = (island, choices, name) => {
  const pay = (loan: string, amount: number) =>
    ({ verb: 'repay', loan, reference: name, amount, fee: 0 }) as const
  const underNewTerms = choices.one(waived(island).filter((loan) => !isPaidSince(island, loan)))
  if (underNewTerms !== undefined) return { verb: 'reverse-restructuring', loan: underNewTerms }
  const owing = choices.one(owingForPaid(island))
  const { servicing } = owing === undefined ? {} : island.books.loan(owing)
  if (owing !== undefined && servicing && choices.inHundred(30))
    return pay(owing, owedOn(servicing, dayOf(island.scenario.system.now())))
  if (owing !== undefined)
    return {
      verb: 'restructure',
      loan: owing,
      agreement: name,
      keepInterest: true,
      terms: drawTerms(choices),
    }
  const late = choices.one(
    outstandingLoans(island).flatMap((loan) => {
      const amount = duePart(island, loan)
      return amount === null ? [] : [{ loan, amount }]
    }),
  )
  return late ? pay(late.loan, late.amount) : null
}
