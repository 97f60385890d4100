import type { Loan } from '../model/books.ts'
import { dayOf } from '../model/days.ts'
import { endOfTransfer } from '../model/rules.ts'
import type { Terms } from '../model/schedule.ts'
import { canReverse, owedOn } from '../model/servicing.ts'
import type { Island } from './island.ts'
import { type Operation, type Pin, pins } from './operation.ts'
import type { RaceRequest } from './operation.ts'
import type { Choices } from './random.ts'
import { feeOf } from './withdraw.ts'

/** Draws one operation, or null where the island has nothing for it now. */
type Draw = (island: Island, choices: Choices, name: string) => Operation | null

const loansOf = (island: Island, ...states: Loan['state'][]): string[] =>
  [...island.books.loans].filter(([, { state }]) => states.includes(state)).map(([number]) => number)

const lenderOf = (island: Island, choices: Choices): string => choices.one([...island.lenders.keys()]) ?? ''

const openLoans = (island: Island): string[] =>
  loansOf(island, 'OFFERED').filter((loan) => island.books.outstanding(loan) > 0)

/** Keys of fundings that wait for their signature. */
const waitingKeys = (island: Island): string[] =>
  [...island.asked]
    .filter(([, { made }]) => made !== null && island.books.fundings.get(made)?.state === 'WAITING')
    .map(([key]) => key)

/** An amount at the borders of the rules: the minimum, the remainder, what would leave too little, the cash, and beside them. */
function fundingAmount(island: Island, choices: Choices, lender: string, loan: string): number {
  const { minimum } = island.books.loan(loan)
  const outstanding = island.books.outstanding(loan)
  const cash = island.books.available(lender)
  const border =
    choices.one([
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
function allowedAmount(island: Island, choices: Choices, lender: string, loan: string): number | null {
  const { minimum } = island.books.loan(loan)
  const outstanding = island.books.outstanding(loan)
  const some = [minimum, outstanding, minimum + choices.below(minimum), outstanding - minimum]
  return choices.one(some.filter((amount) => island.books.wouldAccept({ lender, loan, amount }))) ?? null
}

const payIn: Draw = (island, choices, name) => {
  const lender = choices.inHundred(6) ? null : lenderOf(island, choices)
  const amount = choices.one([10_000, 50_000, 100_000, 500_000, 3_000_000]) ?? 10_000
  const method = choices.inHundred(50) ? 1 : 2
  const fresh = { verb: 'pay-in', lender, method, id: name, amount: amount + choices.below(1_000) } as const
  return { ...fresh, forged: choices.inHundred(10) }
}

const payInAgain: Draw = (island, choices) => {
  const id = choices.one([...island.books.payments.keys()].slice(-40))
  const known = id === undefined ? undefined : island.books.payments.get(id)
  if (id === undefined || !known) return null
  const method = known.number.startsWith('98800') ? 1 : 2
  const owner = [...island.lenders].find(([, { facts }]) => facts.numbers[method] === known.number)
  const amount = known.amount + (choices.inHundred(30) ? 1 : 0)
  return { verb: 'pay-in', lender: owner?.[0] ?? null, method, id, amount, forged: false }
}

const offer: Draw = (island, choices, name) => {
  if (openLoans(island).length >= 4) return null
  const minimum = 100_000
  const total = minimum * (2 + choices.below(4)) + (choices.one([0, 0, 1, 33_333]) ?? 0)
  const interestType = choices.one(['ANNUITY', 'ANNUITY', 'FLAT', 'BULLET'] as const) ?? 'ANNUITY'
  const period = choices.one(['MONTH', 'MONTH', 'WEEK', 'DAY'] as const) ?? 'MONTH'
  const tenor = period === 'DAY' ? 10 + choices.below(20) : 1 + choices.below(4)
  const terms: Terms = { interestType, period, tenor, ratePpm: 50_000 + choices.below(200_000) }
  return { verb: 'offer', loan: name, total, minimum, terms }
}

const ask: Draw = (island, choices, name) => {
  const read = choices.inHundred(10) ? choices.one(island.books.readAndUnused()) : undefined
  if (read) return { verb: 'ask', ...read, key: name }
  const loan = choices.one(loansOf(island, 'OFFERED', 'FUNDED', 'ACTIVE').slice(-6))
  if (loan === undefined) return null
  const lender = lenderOf(island, choices)
  return { verb: 'ask', lender, loan, amount: fundingAmount(island, choices, lender, loan), key: name }
}

const look: Draw = (island, choices) => ({ verb: 'look', lender: lenderOf(island, choices) })

const cut = (choices: Choices): { cutAfterMs?: number } =>
  choices.inHundred(15) ? { cutAfterMs: 1 + choices.below(40) } : {}

const fund: Draw = (island, choices, name) => {
  const loan = choices.one(openLoans(island))
  if (loan === undefined) return null
  const lender = lenderOf(island, choices)
  const amount = choices.inHundred(85)
    ? allowedAmount(island, choices, lender, loan)
    : fundingAmount(island, choices, lender, loan)
  if (amount === null) return null
  const opened = choices.inHundred(10) ? { opened: choices.one([0, 1] as const) } : {}
  return { verb: 'fund', lender, loan, amount, key: name, ...opened, ...cut(choices) }
}

/** Several lenders for one loan, one lender several times with one agreement and for the same cash, one request twice. */
const race: Draw = (island, choices, name) => {
  const loan = choices.one(openLoans(island))
  if (loan === undefined) return null
  const all = [...island.lenders.keys()]
  const lenders = choices.inHundred(25) ? all : [lenderOf(island, choices)]
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
      island.books.sent({ lender, amount: cash, fee: feeOf(island.door(lender)), ownAccount: true }),
    ) !== 'PAID'
  )
    return null
  requests.push(allCash('w'))
  if (first) requests.push({ ...first, key: `${name}-x` }, choices.inHundred(50) ? first : allCash('w'))
  else requests.push(allCash(choices.inHundred(50) ? 'v' : 'w'))
  return { verb: 'race', loan, requests }
}

const again: Draw = (island, choices) => {
  const key = choices.one([...island.asked.keys()].slice(-30))
  return key === undefined ? null : { verb: 'again', key, change: choices.inHundred(30) ? 1 : 0 }
}

const sign: Draw = (island, choices) => {
  const key = choices.one(waitingKeys(island))
  if (key === undefined) return null
  const pin = choices.inHundred(60) ? 'plain' : (choices.one(Object.keys(pins) as Pin[]) ?? 'plain')
  return { verb: 'sign', key, pin }
}

const decline: Draw = (island, choices) => {
  const key = choices.one(waitingKeys(island))
  return key === undefined ? null : { verb: 'decline', key }
}

const callBack: Draw = (island, choices) => {
  const made = [...island.asked].filter(([, one]) => one.kind === 'fund' && one.made !== null).slice(-20)
  const key = choices.one(made)?.[0]
  const event = choices.inHundred(70) ? 'signed' : 'rejected'
  return key === undefined ? null : { verb: 'call-back', key, event, forged: choices.inHundred(70) }
}

const withdraw: Draw = (island, choices, name) => {
  const lender = lenderOf(island, choices)
  const cash = island.books.available(lender)
  const fee = feeOf(island.door(lender))
  const ending = choices.inHundred(30) ? 901 + choices.below(14) : choices.below(900)
  const border = choices.one([100_000, 99_999, cash, cash - fee, cash + 1, cash - fee + 1]) ?? 100_000
  const amount = choices.inHundred(60) ? 100_000 + ending : Math.max(1, border)
  const sent = island.books.sent({ lender, amount, fee, ownAccount: true })
  if (endOfTransfer(sent) === 'EXCLUDED') return null
  const ownAccount = !choices.inHundred(6)
  return { verb: 'withdraw', lender, amount, key: name, ownAccount, ...cut(choices) }
}

const cancel: Draw = (island, choices) => {
  const loan = choices.one(loansOf(island, 'OFFERED', 'FUNDED', 'ACTIVE'))
  return loan === undefined ? null : { verb: 'cancel', loan }
}

const payOut: Draw = (island, choices) => {
  const funded = loansOf(island, 'FUNDED')
  const loan = choices.one(
    funded.length > 0 && !choices.inHundred(10) ? funded : loansOf(island, 'OFFERED', 'ACTIVE'),
  )
  return loan === undefined ? null : { verb: 'pay-out', loan }
}

/** A payment at the borders: what is due next, a part of it, everything, or more. */
function payment(island: Island, choices: Choices, loan: string): { amount: number; fee: number } | null {
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

const repay: Draw = (island, choices, name) => {
  const loan = choices.one(loansOf(island, 'ACTIVE'))
  const paid = loan === undefined ? null : payment(island, choices, loan)
  return loan === undefined || !paid ? null : { verb: 'repay', loan, reference: name, ...paid }
}

/** Payments on several loans in one file, some of them known or under a reference that was taken. */
const repayFile: Draw = (island, choices, name) => {
  const fresh = loansOf(island, 'ACTIVE')
    .slice(-6)
    .flatMap((loan) => {
      const paid = choices.inHundred(70) ? payment(island, choices, loan) : null
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

const repayAgain: Draw = (island, choices) => {
  const known = choices.one(referencesOf(island).slice(-20))
  return known
    ? { verb: 'repay-again', reference: known.reference, change: choices.inHundred(40) ? 1 : 0 }
    : null
}

const reverse: Draw = (island, choices) => {
  const last = referencesOf(island).filter(({ loan, isLast }) => isLast && canReverse(island.books, loan))
  const one = choices.one(last)
  return one ? { verb: 'reverse', reference: one.reference } : null
}

/**
 * How often each is drawn. As in life most is cheap: notices of banks, requests that are repeated or refused, and reads; a
 * funding costs two agreements and their signatures.
 */
const weights: readonly (readonly [number, Draw])[] = [
  [130, payIn],
  [150, payInAgain],
  [200, ask],
  [140, again],
  [110, look],
  [70, withdraw],
  [50, callBack],
  [24, fund],
  [24, sign],
  [2, decline],
  [8, race],
  [6, offer],
  [1, cancel],
  [5, payOut],
  [8, repay],
  [12, repayFile],
  [16, repayAgain],
  [6, reverse],
]

/** The next operation of an island. Its name is unique in the run and stays the same for the same seed. */
export function nextOperation(island: Island, choices: Choices): Operation {
  // Without cash hardly anything is allowed: each lender begins with a payment.
  const beginner = [...island.lenders.keys()][island.done]
  if (beginner !== undefined) {
    const amount = 3_000_000 + choices.below(1_000)
    return { verb: 'pay-in', lender: beginner, method: 1, id: `BEGIN-${beginner}`, amount, forged: false }
  }
  for (let attempt = 0; ; attempt += 1) {
    const name = `PROVE-${island.index}-${island.done}-${attempt}`
    const operation = choices.weighted(weights)(island, choices, name)
    if (operation) return operation
  }
}

/** Loans that are funded in full and must be paid out before the clock jumps. */
export const waitingForPayOut = (island: Island): Operation[] =>
  loansOf(island, 'FUNDED').map((loan) => ({ verb: 'pay-out', loan }))
