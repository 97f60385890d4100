import { dayOf } from '../../model/days.ts'
import { penaltiesOn } from '../../model/penalties.ts'
import { type Draw, drawTerms, loansOf, outstandingLoans } from './draw.ts'
import type { Island } from './island.ts'

/** A write-off, its reversal, or the reversal of a disbursement; some of loans that do not allow it. */
export const change: Draw = (island, choices) => {
  const kinds = ['write-off', 'reverse-write-off', 'reverse-write-off', 'reverse-disbursement'] as const
  const kind = choices.one(kinds) ?? 'write-off'
  const fitting = {
    'write-off': outstandingLoans(island),
    'reverse-write-off': loansOf(island, 'WRITTEN_OFF'),
    'reverse-disbursement': loansOf(island, 'ACTIVE'),
  }[kind]
  const loan = choices.weighted([
    [6, choices.one(fitting)],
    [3, choices.one(loansOf(island, 'REPAID'))],
    [1, choices.one(loansOf(island, 'ACTIVE', 'RESTRUCTURED', 'WRITTEN_OFF'))],
  ])
  return loan === undefined ? null : { verb: 'change', loan, change: kind }
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

/** Restructured loans of which a penalty was waived. */
const waived = (island: Island): string[] =>
  loansOf(island, 'RESTRUCTURED').filter(
    (loan) => (island.books.loan(loan).servicing?.restructurings.at(-1)?.end.penaltyWaived ?? 0) > 0,
  )

/** Restructured loans on which something was paid since. */
const paidSince = (island: Island): string[] =>
  loansOf(island, 'RESTRUCTURED').filter((loan) => {
    const { servicing } = island.books.loan(loan)
    const last = servicing?.restructurings.at(-1)
    return servicing && last && servicing.payments.length > last.paymentsBefore
  })

/** New terms for an outstanding loan, or an agreement that was recorded before, with the same or other terms. */
export const restructure: Draw = (island, choices, name) => {
  const loan = choices.weighted([
    [4, choices.one(loansOf(island, 'RESTRUCTURED'))],
    [6, choices.one(lateLoans(island))],
    [4, choices.one(owingForPaid(island))],
    [2, choices.one(outstandingLoans(island))],
    [1, choices.one(loansOf(island, 'REPAID', 'WRITTEN_OFF'))],
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
  const loan = choices.weighted([
    [3, choices.one(paidSince(island))],
    [3, choices.one(waived(island))],
    [2, choices.one(loansOf(island, 'RESTRUCTURED'))],
    [1, choices.one(outstandingLoans(island))],
  ])
  return loan === undefined ? null : { verb: 'reverse-restructuring', loan }
}
