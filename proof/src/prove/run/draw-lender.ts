import { wouldAccept } from '../../model/funding.ts'
import { methodOf } from '../../model/cash.ts'
import { roomOf } from '../../model/limits.ts'
import { endOfTransfer } from '../../model/rules.ts'
import { anyLenderOf, byHand, type Draw, drawTerms, isPoor, lenderOf, loansOf, openLoans } from './draw.ts'
import type { Island } from './island.ts'
import { type Pin, pins, type RaceRequest } from './operation.ts'
import type { Choices } from '../../../../bench/src/seed/random.ts'
import { feeOf } from './withdraw.ts'
import { sentBy } from '../../model/withdrawals.ts'

/** Idempotency keys of fundings that wait for their signature. */
const waitingKeys = (island: Island): string[] =>
  [...island.asked]
    .filter(([, { made }]) => made !== null && island.books.fundings.get(made)?.state === 'WAITING')
    .map(([key]) => key)

/**
 * An amount at or next to a limit of the rules: the minimum, the remainder, an amount that leaves too small a
 * remainder, or the cash.
 */
function fundingAmount(island: Island, choices: Choices, lender: string, loan: string): number {
  const { minimum } = island.books.loan(loan)
  const outstanding = island.books.outstanding(loan)
  const cash = island.books.available(lender)
  const room = roomOf(island.books, lender)
  const border =
    choices.one([
      ...(room < cash ? [room, room] : []),
      minimum,
      minimum,
      outstanding,
      outstanding - minimum,
      cash,
      2 * minimum,
      outstanding + minimum,
    ]) ?? minimum
  return Math.max(1, border + (choices.one([0, 0, 0, -1, 1]) ?? 0))
}

/** An amount that the rules allow now, or null. */
export function allowedAmount(island: Island, choices: Choices, lender: string, loan: string): number | null {
  const { minimum } = island.books.loan(loan)
  const outstanding = island.books.outstanding(loan)
  const room = roomOf(island.books, lender)
  const some = [minimum, outstanding, minimum + choices.below(minimum), outstanding - minimum, room]
  return choices.one(some.filter((amount) => wouldAccept(island.books, { lender, loan, amount }))) ?? null
}

export const payIn: Draw = (island, choices, name) => {
  const lender = choices.inHundred(6) ? null : anyLenderOf(island, choices)
  const sums = [10_000, 50_000, 100_000, ...(isPoor(island, lender) ? [] : [500_000, 3_000_000])]
  const amount = choices.one(sums) ?? 10_000
  const method = choices.inHundred(50) ? 1 : 2
  const fresh = { verb: 'pay-in', lender, method, id: name, amount: amount + choices.below(1_000) } as const
  return { ...fresh, forged: choices.inHundred(10) }
}

export const payInAgain: Draw = (island, choices) => {
  const id = choices.one([...island.books.payments.keys()].slice(-40))
  const known = id === undefined ? undefined : island.books.payments.get(id)
  if (id === undefined || !known) return null
  const method = methodOf(known.number)
  const owner = [...island.lenders].find(([, { facts }]) => facts.numbers[method] === known.number)
  const amount = known.amount + (choices.inHundred(30) ? 1 : 0)
  return { verb: 'pay-in', lender: owner?.[0] ?? null, method, id, amount, forged: false }
}

export const ask: Draw = (island, choices, name) => {
  const { agreements } = island.books
  const outdated = agreements.outdated.filter((request) => wouldAccept(island.books, request))
  const unused = choices.inHundred(50) && outdated.length > 0 ? outdated : agreements.readAndUnused()
  const read = choices.inHundred(10) ? choices.one(unused.slice(-20)) : undefined
  if (read) return { verb: 'ask', ...read, key: name }
  const loan = choices.one(loansOf(island, 'OFFERED', 'FUNDED', 'ACTIVE').slice(-6))
  if (loan === undefined) return null
  const lender = lenderOf(island, choices)
  return { verb: 'ask', lender, loan, amount: fundingAmount(island, choices, lender, loan), key: name }
}

export const look: Draw = (island, choices) => ({ verb: 'look', lender: anyLenderOf(island, choices) })

const cut = (choices: Choices): { cutAfterMs?: number } =>
  choices.inHundred(15) ? { cutAfterMs: 1 + choices.below(40) } : {}

export const fund: Draw = (island, choices, name) => {
  const loan = choices.one(openLoans(island))
  if (loan === undefined) return null
  const lender = lenderOf(island, choices)
  const amount = choices.inHundred(85)
    ? allowedAmount(island, choices, lender, loan)
    : fundingAmount(island, choices, lender, loan)
  if (amount === null) return null
  const opened = choices.inHundred(10) ? { opened: choices.one([0, 1] as const) } : {}
  if (choices.inHundred(8)) return { verb: 'fund', lender, loan, amount, key: name, isKept: true }
  const other = isPoor(island, lender)
    ? choices.one(openLoans(island).filter((one) => one !== loan))
    : undefined
  const rest = other === undefined ? null : allowedAmount(island, choices, lender, other)
  const second =
    other !== undefined && rest !== null
      ? { second: { loan: other, amount: rest, key: `${name}-second` } }
      : {}
  return { verb: 'fund', lender, loan, amount, key: name, ...opened, ...second, ...cut(choices) }
}

/**
 * Concurrent requests: several lenders for one loan, one lender several times with one agreement or the same cash, or
 * one request sent twice.
 */
export const race: Draw = (island, choices, name) => {
  const loan = choices.one(openLoans(island))
  if (loan === undefined) return null
  const lenders = choices.inHundred(25) ? byHand(island) : [lenderOf(island, choices)]
  const requests = lenders.flatMap((lender, place): RaceRequest[] => {
    const amount = allowedAmount(island, choices, lender, loan)
    return amount === null ? [] : [{ kind: 'fund', lender, amount, key: `${name}-${place}` }]
  })
  const [first] = requests
  if (lenders.length > 1) return requests.length < 2 ? null : { verb: 'race', loan, requests }
  const lender = lenders[0] ?? ''
  const cash = island.books.available(lender)
  const allCash = (key: string): RaceRequest => ({
    kind: 'withdraw',
    lender,
    amount: cash,
    key: `${name}-${key}`,
  })
  if (
    endOfTransfer(
      sentBy(island.books, {
        ...{ lender, method: 1, amount: cash, fee: feeOf(island.door(lender), 1), ownAccount: true },
      }),
    ) !== 'PAID'
  )
    return null
  requests.push(allCash('w'))
  if (first) requests.push({ ...first, key: `${name}-x` }, choices.inHundred(50) ? first : allCash('w'))
  else requests.push(allCash(choices.inHundred(50) ? 'v' : 'w'))
  return { verb: 'race', loan, requests }
}

/** Two or three loans with one request. Most amounts are allowed one by one, and may be too much together. */
export const select: Draw = (island, choices, name) => {
  const lender = lenderOf(island, choices)
  const open = openLoans(island)
  const first = choices.below(Math.max(1, open.length))
  const loans = [...open.slice(first), ...open.slice(0, first)].slice(0, 2 + choices.below(2)).map((loan) => {
    const allowed = choices.inHundred(85) ? allowedAmount(island, choices, lender, loan) : null
    const amount = allowed ?? fundingAmount(island, choices, lender, loan)
    return { loan, amount, isRead: choices.inHundred(85) }
  })
  return loans.length < 2 ? null : { verb: 'select', lender, loans, key: name, ...cut(choices) }
}

/**
 * A bulk funding, sometimes of a product that the lender has funded, with another sum, or without the password; often
 * under the key of one that was refused for that.
 */
export const fundBulk: Draw = (island, choices, name) => {
  const [product, { loans } = { loans: [] }] = choices.one([...island.books.products].slice(-4)) ?? []
  if (product === undefined) return null
  const idle = loans.filter(
    (loan) => openLoans(island).includes(loan) && island.books.fundingsOf(loan, 'WAITING').length === 0,
  )
  const cancelled = choices.inHundred(20) ? choices.one(idle) : undefined
  const lender = anyLenderOf(island, choices)
  const key = choices.inHundred(70) ? (island.undecided.get(lender) ?? name) : name
  return {
    ...{ verb: 'fund-bulk', lender, product, key },
    ...{ extra: choices.inHundred(10) ? 1 : 0, isChecked: choices.inHundred(70), cancelled },
  }
}

/** A grade has at most four characters. */
const gradeOf = ({ index, done }: Island): string =>
  `${index.toString(36)}${(done % 36 ** 3).toString(36)}`.toUpperCase()

/** A strategy with limits that bind now and then, where a bulk funding with the same borrower may wait. */
export const autoRound: Draw = (island, choices, name) => {
  const [lender] = [...island.lenders].find(([, { facts }]) => facts.isAutomatic) ?? []
  if (lender === undefined || openLoans(island).length >= 6) return null
  const minimum = 100_000
  const cash = island.books.available(lender)
  const perLoan = minimum + choices.below(5) * 50_000
  const mostPerBorrower = perLoan + (choices.one([0, 0, 50_000, 200_000]) ?? 0)
  const bulk = minimum + choices.below(50_000)
  return {
    ...{ verb: 'auto-round', lender, loan: name, grade: gradeOf(island) },
    ...{ total: minimum * (3 + choices.below(6)), minimum },
    terms: drawTerms(choices),
    strategy: {
      ...{ perLoan, mostPerBorrower, budget: perLoan + choices.below(2) * 100_000 },
      cashToKeep: choices.inHundred(20) ? Math.max(0, cash - 150_000) : 0,
    },
    bulk: choices.inHundred(65) && bulk <= cash ? bulk : null,
  }
}

export const again: Draw = (island, choices) => {
  const requests = [...island.asked].slice(-30).filter(([, { kind }]) => kind !== 'part')
  const key = choices.one(requests)?.[0]
  return key === undefined ? null : { verb: 'again', key, change: choices.inHundred(30) ? 1 : 0 }
}

export const sign: Draw = (island, choices) => {
  const key = choices.one(waitingKeys(island))
  if (key === undefined) return null
  const pin = choices.inHundred(60) ? 'plain' : (choices.one(Object.keys(pins) as Pin[]) ?? 'plain')
  return { verb: 'sign', key, pin }
}

export const decline: Draw = (island, choices) => {
  const key = choices.one(waitingKeys(island))
  return key === undefined ? null : { verb: 'decline', key }
}

export const callBack: Draw = (island, choices) => {
  const made = [...island.asked].filter(([, one]) => one.kind !== 'withdraw' && one.made !== null).slice(-20)
  const key = choices.one(made)?.[0]
  const event = choices.inHundred(70) ? 'signed' : 'rejected'
  return key === undefined ? null : { verb: 'call-back', key, event, forged: choices.inHundred(70) }
}

/** Endings of amounts that the sandbox's bank refuses, loses or gives back: few others return money. */
const returnedEndings = [901, 907, 902, 909, 909, 909, 909]

export const withdraw: Draw = (island, choices, name) => {
  const lender = anyLenderOf(island, choices)
  const { hasAdditional } = island.door(lender).facts
  const method = choices.inHundred(hasAdditional ? 50 : 15) ? 2 : 1
  const cash = island.books.available(lender, method)
  const fee = feeOf(island.door(lender), method)
  const fault = choices.inHundred(60) ? (choices.one(returnedEndings) ?? 901) : 901 + choices.below(14)
  const ending = choices.inHundred(40) ? fault : choices.below(900)
  const border = choices.one([100_000, 99_999, cash, cash - fee, cash + 1, cash - fee + 1]) ?? 100_000
  const amount = choices.inHundred(60) ? 100_000 + ending : Math.max(1, border)
  const sent = sentBy(island.books, { lender, method, amount, fee, ownAccount: true })
  if (endOfTransfer(sent) === 'EXCLUDED') return null
  const ownAccount = !choices.inHundred(6)
  return { verb: 'withdraw', lender, method, amount, key: name, ownAccount, ...cut(choices) }
}
