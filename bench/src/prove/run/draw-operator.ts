import { dayOf } from '../model/days.ts'
import type { Terms } from '../model/schedule.ts'
import { canReverse, owedOn } from '../model/servicing.ts'
import { type Draw, loansOf, openLoans } from './draw.ts'
import type { Island } from './island.ts'
import type { Choices } from './random.ts'

export const offer: Draw = (island, choices, name) => {
  if (openLoans(island).length >= 4) return null
  const minimum = 100_000
  const total = minimum * (2 + choices.below(4)) + (choices.one([0, 0, 1, 33_333]) ?? 0)
  const interestType = choices.one(['ANNUITY', 'ANNUITY', 'FLAT', 'BULLET'] as const) ?? 'ANNUITY'
  const period = choices.one(['MONTH', 'MONTH', 'WEEK', 'DAY'] as const) ?? 'MONTH'
  const tenor = period === 'DAY' ? 10 + choices.below(20) : 1 + choices.below(4)
  const terms: Terms = { interestType, period, tenor, ratePpm: 50_000 + choices.below(200_000) }
  return { verb: 'offer', loan: name, total, minimum, terms }
}

export const cancel: Draw = (island, choices) => {
  const loan = choices.one(loansOf(island, 'OFFERED', 'FUNDED', 'ACTIVE'))
  return loan === undefined ? null : { verb: 'cancel', loan }
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

export const repay: Draw = (island, choices, name) => {
  const loan = choices.one(loansOf(island, 'ACTIVE', 'ACTIVE', 'REPAID', 'WRITTEN_OFF'))
  const paid = loan === undefined ? null : draftPayment(island, choices, loan)
  return loan === undefined || !paid ? null : { verb: 'repay', loan, reference: name, ...paid }
}

/** Payments on several loans in one file. Some are already recorded, or use the reference of another payment. */
export const repayFile: Draw = (island, choices, name) => {
  const fresh = loansOf(island, 'ACTIVE')
    .slice(-6)
    .flatMap((loan) => {
      const paid = choices.inHundred(70) ? draftPayment(island, choices, loan) : null
      return paid ? [{ loan, reference: `${name}-${loan}`, ...paid }] : []
    })
  const known = referencesOf(island)
    .slice(-4)
    .flatMap(({ loan, reference, amount, fee }) =>
      choices.inHundred(30)
        ? [{ loan, reference, amount: amount + (choices.inHundred(30) ? 1 : 0), fee }]
        : [],
    )
  return fresh.length === 0 ? null : { verb: 'repay-file', lines: [...known, ...fresh] }
}

type Known = { loan: string; reference: string; amount: number; fee: number; isLast: boolean }
const referencesOf = (island: Island): Known[] =>
  [...island.books.loans].flatMap(([loan, { servicing }]) =>
    (servicing?.payments ?? []).map((payment, place, all) => ({
      loan,
      reference: payment.reference,
      amount: payment.amount,
      fee: payment.fee,
      isLast: place === all.length - 1,
    })),
  )

export const repayAgain: Draw = (island, choices) => {
  const known = choices.one(referencesOf(island).slice(-20))
  return known
    ? { verb: 'repay-again', reference: known.reference, change: choices.inHundred(40) ? 1 : 0 }
    : null
}

export const reverse: Draw = (island, choices) => {
  const last = referencesOf(island).filter(({ loan, isLast }) => isLast && canReverse(island.books, loan))
  const one = choices.one(last)
  return one ? { verb: 'reverse', reference: one.reference } : null
}

export const settleEarly: Draw = (island, choices, name) => {
  const loan = choices.one(loansOf(island, 'ACTIVE'))
  const extra = choices.one([0, 0, 7, -1]) ?? 0
  return loan === undefined ? null : { verb: 'settle-early', loan, reference: name, extra }
}

export const change: Draw = (island, choices) => {
  const kinds = ['write-off', 'reverse-write-off', 'reverse-write-off', 'reverse-disbursement'] as const
  const kind = choices.one(kinds) ?? 'write-off'
  const fitting = loansOf(island, kind === 'reverse-write-off' ? 'WRITTEN_OFF' : 'ACTIVE')
  const any = loansOf(island, 'ACTIVE', 'REPAID', 'WRITTEN_OFF')
  const loan = choices.one(choices.inHundred(80) ? fitting : any)
  return loan === undefined ? null : { verb: 'change', loan, change: kind }
}

export const reversePayIn: Draw = (island, choices) => {
  const id = choices.one([...island.books.payments.keys()].slice(-40))
  const number = id === undefined ? undefined : island.books.payments.get(id)?.number
  const owner = [...island.lenders].find(([, { facts }]) =>
    Object.values(facts.numbers).includes(number ?? ''),
  )
  return id === undefined || !owner ? null : { verb: 'reverse-pay-in', lender: owner[0], id }
}
