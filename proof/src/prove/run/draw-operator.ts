import { dayOf, daysFrom, laterBy } from '../../model/days.ts'
import { owedOn } from '../../model/penalties.ts'
import { canReverse } from '../../model/servicing.ts'
import { scheduleOf } from '../../model/schedule.ts'
import type { NewPayment } from '../../model/in-service.ts'
import { openingOf, type TakenOver } from '../../model/take-over.ts'
import { type Draw, drawTerms, isPoor, lenderOf, loansOf, openLoans, outstandingLoans } from './draw.ts'
import { allowedAmount } from './draw-lender.ts'
import type { Island } from './island.ts'
import type { PaymentLine } from './operation.ts'
import { standing } from './payments.ts'
import type { Choices } from '../../../../bench/src/seed/random.ts'

export const offer: Draw = (island, choices, name) => {
  if (openLoans(island).length >= 4) return null
  const minimum = 100_000
  const total = minimum * (2 + choices.below(4)) + (choices.one([0, 0, 1, 33_333]) ?? 0)
  return { verb: 'offer', loan: name, total, minimum, terms: drawTerms(choices) }
}

/** Two or three loans as one product. */
export const offerBulk: Draw = (island, choices, name) => {
  if (openLoans(island).length >= 4) return null
  const loans = Array.from({ length: 2 + choices.below(2) }, (_, place) => ({
    loan: `${name}-${place}`,
    total: 100_000 + choices.below(100_000),
  }))
  return { verb: 'offer-bulk', product: name, loans, minimum: 100_000, terms: drawTerms(choices) }
}

function newLoan(island: Island, choices: Choices, loan: string): Omit<TakenOver, 'opening'> {
  const lenders = [...island.lenders.keys()].slice(0, 1 + choices.below(island.lenders.size))
  const parts = lenders.map((lender) => ({ lender, amount: 100_000 + choices.below(200_000) }))
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  return { loan, total, minimum: 100_000, terms: drawTerms(choices), parts }
}

/** A loan whose take-over was taken back, with other parts. */
function draftLoan(island: Island, choices: Choices, loan: string): Omit<TakenOver, 'opening'> {
  const { total, minimum, terms } = island.books.loan(loan)
  const most = Math.min(island.lenders.size, Math.floor(total / minimum))
  const lenders = [...island.lenders.keys()].slice(0, 1 + choices.below(most))
  const rest = total - minimum * lenders.length
  const parts = lenders.map((lender, place) => ({ lender, amount: minimum + (place === 0 ? rest : 0) }))
  return { loan, total, minimum, terms, parts }
}

/** Loans of a former system, mostly those on which nothing was paid since. */
export const takeBack: Draw = (island, choices) => {
  const all = [...island.books.loans].filter(([, { takenOver }]) => takenOver !== undefined)
  const idle = all.filter(
    ([, { takenOver, servicing }]) => takenOver === 'STANDS' && (servicing?.payments.length ?? 0) === 0,
  )
  const loan = choices.one(idle.length > 0 && choices.inHundred(70) ? idle : all)?.[0]
  return loan === undefined ? null : { verb: 'take-back', loan, isByFile: choices.inHundred(40) }
}

/** A loan of a former system, or of one that was taken back: running, with some installments paid, late or ahead, or still to be paid out. */
export const takeOver: Draw = (island, choices, name) => {
  const draft = choices.inHundred(70) ? choices.one(loansOf(island, 'DRAFT')) : undefined
  const loan = draft === undefined ? newLoan(island, choices, name) : draftLoan(island, choices, draft)
  const { total, terms } = loan
  const today = dayOf(island.scenario.system.now())
  if (choices.inHundred(20)) return { verb: 'take-over', ...loan, opening: null }
  const disbursedOn = laterBy(today, -1 - choices.below(120))
  const asOf = choices.inHundred(60)
    ? today
    : laterBy(disbursedOn, choices.below(daysFrom(disbursedOn, today)))
  const count = scheduleOf(total, terms, disbursedOn).length
  const paid = { paid: choices.below(count), isHalf: choices.inHundred(30) }
  const opening = openingOf(loan, { asOf, disbursedOn }, paid)
  // The former system may have counted other days late than the terms give.
  const latest = Math.max(1, daysFrom(disbursedOn, asOf)) - 1
  const isOther = opening.daysLate > 0 && choices.inHundred(20)
  const daysLate = isOther ? 1 + choices.below(Math.max(1, latest)) : opening.daysLate
  return { verb: 'take-over', ...loan, opening: { ...opening, daysLate } }
}

/** Cash of a lender at a former system, for a bank of which it was taken over before too. */
export const takeOverCash: Draw = (island, choices) => {
  const lender = lenderOf(island, choices)
  const method = choices.inHundred(50) ? 1 : 2
  const { openings } = island.books.lender(lender)
  const known = openings[method]
  if (known && !known.isTakenBack && choices.inHundred(40)) return { verb: 'take-cash-back', lender, method }
  const amount =
    known && choices.inHundred(60)
      ? known.amount
      : (isPoor(island, lender) ? 100_000 : 2_000_000) + choices.below(1_000)
  const asOf =
    known && choices.inHundred(80)
      ? known.asOf
      : laterBy(dayOf(island.scenario.system.now()), -choices.below(3))
  return { verb: 'take-over-cash', lender, method, amount, asOf }
}

export const cancel: Draw = (island, choices, name) => {
  const loan = choices.one(loansOf(island, 'OFFERED', 'FUNDED', 'ACTIVE'))
  if (loan === undefined) return null
  const lender = lenderOf(island, choices)
  const amount = choices.inHundred(60) ? allowedAmount(island, choices, lender, loan) : null
  return { verb: 'cancel', loan, ...(amount !== null && { reader: { lender, amount, key: name } }) }
}

export const payOut: Draw = (island, choices) => {
  const funded = loansOf(island, 'FUNDED')
  const loan = choices.one(
    funded.length > 0 && !choices.inHundred(10) ? funded : loansOf(island, 'OFFERED', 'ACTIVE'),
  )
  return loan === undefined ? null : { verb: 'pay-out', loan }
}

/** A payment at or next to a limit: the next amount due, a part of it, everything owed, or more. */
function draftPayment(
  island: Island,
  choices: Choices,
  loan: string,
): { amount: number; fee: number } | null {
  const { servicing } = island.books.loan(loan)
  if (!servicing) return null
  const owed = owedOn(servicing, dayOf(island.scenario.system.now()))
  const next = servicing.installments.find((one) => one.principalPaid < one.principal)
  const due = next ? next.principal + next.interest - next.principalPaid - next.interestPaid : owed
  const amount = choices.one([
    ...[due, due, owed, owed + 7],
    ...[Math.ceil(due / 3), Math.ceil(due / 2), 1 + choices.below(owed), 1 + choices.below(20)],
  ])
  const fee = choices.inHundred(20) ? 2_000 : 0
  return { amount: Math.max(1, amount ?? 1) + fee, fee }
}

/**
 * A value date: today, a day on which the loan was in service, or one next to the first and the last of these, which is
 * refused; undefined for today.
 */
function valueDate(island: Island, choices: Choices, loan: string): string | undefined {
  const { servicing } = island.books.loan(loan)
  if (!servicing || choices.inHundred(50)) return
  const today = dayOf(island.scenario.system.now())
  const first = servicing.window.changedOn ?? servicing.paidOutOn
  const days = Math.max(0, daysFrom(first, today))
  return choices.weighted([
    [16, laterBy(first, choices.below(days + 1))],
    [1, laterBy(first, -1)],
    [1, laterBy(today, 1)],
  ])
}

/** A payment, sometimes with the transfer of a payment of another loan. */
export const repay: Draw = (island, choices, name) => {
  const loan = choices.one([
    ...outstandingLoans(island),
    ...loansOf(island, 'ACTIVE', 'RESTRUCTURED', 'REPAID', 'WRITTEN_OFF'),
  ])
  const paid = loan === undefined ? null : draftPayment(island, choices, loan)
  if (loan === undefined || !paid) return null
  const other = choices.inHundred(15)
    ? choices.one(
        standing(island)
          .filter((one) => one.loan !== loan)
          .slice(-20),
      )
    : undefined
  const { reference, paidOn } = other?.payment ?? {
    reference: name,
    paidOn: valueDate(island, choices, loan),
  }
  return { verb: 'repay', loan, reference, ...paid, paidOn }
}

/**
 * Payments on several loans in one file, sometimes of one transfer. Some are already recorded, or use the reference of
 * another payment.
 */
export const repayFile: Draw = (island, choices, name) => {
  const isOneTransfer = choices.inHundred(25)
  const fresh = outstandingLoans(island)
    .slice(-6)
    .flatMap((loan) =>
      [1, 2].flatMap((part) => {
        const paid = choices.inHundred(part === 1 ? 70 : 25) ? draftPayment(island, choices, loan) : null
        const paidOn = isOneTransfer ? undefined : valueDate(island, choices, loan)
        const reference = isOneTransfer ? `${name}-${part}` : `${name}-${loan}-${part}`
        return paid ? [{ loan, reference, ...paid, paidOn }] : []
      }),
    )
  const known = knownLines(island)
    .slice(-4)
    .flatMap((line) => (choices.inHundred(30) ? [changed(choices, line)] : []))
  const lines = [...known, ...fresh]
  // Banks export the newest first, and others in no order.
  return fresh.length === 0
    ? null
    : { verb: 'repay-file', lines: choices.inHundred(50) ? lines.toReversed() : lines }
}

const lineOf = (loan: string, { reference, amount, fee, paidOn }: NewPayment): PaymentLine => ({
  ...{ loan, reference, amount, fee, paidOn },
})

const knownLines = (island: Island): PaymentLine[] =>
  standing(island).map(({ loan, payment }) => lineOf(loan, payment))

/** Often as it is, otherwise with another amount. */
const changed = (choices: Choices, line: PaymentLine): PaymentLine => ({
  ...line,
  amount: line.amount + (choices.inHundred(35) ? 1 : 0),
})

/** A payment that is recorded, or was reversed. */
export const repayAgain: Draw = (island, choices) => {
  const reversed = [...island.books.reversed].flatMap(([loan, payments]) =>
    island.books.loans.get(loan)?.servicing ? payments.map((payment) => lineOf(loan, payment)) : [],
  )
  const some = reversed.length > 0 && choices.inHundred(25) ? reversed : knownLines(island)
  const line = choices.one(some.slice(-20))
  return line ? { verb: 'repay', ...changed(choices, line) } : null
}

export const reverse: Draw = (island, choices) => {
  const found = standing(island)
  const isShared = (reference: string) =>
    found.filter(({ payment }) => payment.reference === reference).length > 1
  const all = found.filter(({ loan, payment }) => canReverse(island.books, loan, payment.reference))
  const shared = all.filter(({ payment }) => isShared(payment.reference))
  const one = choices.one(shared.length > 0 && choices.inHundred(50) ? shared : all)
  return one
    ? { verb: 'reverse', loan: one.loan, reference: one.payment.reference, isNamed: choices.inHundred(50) }
    : null
}

/** The give-back of a withdrawal, also of one that has it already or never left its bank, or what takes it back. */
export const endGiveBack: Draw = (island, choices) => {
  const key = choices.one([...island.returnable.keys()])
  if (key === undefined) return null
  const back = island.books.withdrawals.get(island.returnable.get(key) ?? '')?.back
  return choices.inHundred(back ? 50 : 10)
    ? { verb: 'undo-give-back', key }
    : { verb: 'give-back', key, withFee: choices.inHundred(50) }
}

export const settleEarly: Draw = (island, choices, name) => {
  const loan = choices.one(outstandingLoans(island))
  const extra = choices.one([0, 0, 7, -1]) ?? 0
  return loan === undefined ? null : { verb: 'settle-early', loan, reference: name, extra }
}

export const reversePayIn: Draw = (island, choices) => {
  const id = choices.one([...island.books.payments.keys()].slice(-40))
  const number = id === undefined ? undefined : island.books.payments.get(id)?.number
  const owner = [...island.lenders].find(([, { facts }]) =>
    Object.values(facts.numbers).includes(number ?? ''),
  )
  return id === undefined || !owner ? null : { verb: 'reverse-pay-in', lender: owner[0], id }
}

/** A payment of the last ones that belonged to no lender: it is assigned or sent back, some more than once. */
export const endStray: Draw = (island, choices, name) => {
  const some = [...island.books.strays].slice(-12)
  const [id, stray] = choices.one(some) ?? []
  if (id === undefined || !stray) return null
  const { end } = stray
  const [lender, reference] = [lenderOf(island, choices), name]
  const isSame = choices.inHundred(50)
  // Once it has ended the other command is tried too, which is refused.
  const isAssigned = end === null ? choices.inHundred(75) : 'lender' in end !== choices.inHundred(20)
  if (isAssigned)
    return { verb: 'assign', id, lender: isSame && end && 'lender' in end ? end.lender : lender }
  return { verb: 'send-back', id, reference: isSame && end && 'reference' in end ? end.reference : reference }
}
