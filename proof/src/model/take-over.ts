import { divide, type Rupiah, sumOf } from './arithmetic.ts'
import type { Books } from './books.ts'
import { type Method, move } from './cash.ts'
import { type Day, daysFrom, laterBy } from './days.ts'
import type { Installment, Share } from './in-service.ts'
import { type Part, scheduleOf, type Terms } from './schedule.ts'
import { begin } from './servicing.ts'

/** How a lender's part of a running loan stood, as the file says it. */
export type OpeningPart = { principalLeft: Rupiah; interestDue: Rupiah; interestAhead: Rupiah }
export type Opening = { asOf: Day; disbursedOn: Day; daysLate: number; parts: OpeningPart[] }

/** A loan of a former system: its parts by lender, and its opening balance if it had been paid out. */
export type TakenOver = {
  loan: string
  total: Rupiah
  minimum: Rupiah
  terms: Terms
  parts: { lender: string; amount: Rupiah }[]
  opening: Opening | null
}

/**
 * How a loan stands on a day of which the oldest installments were paid, the first unpaid one by half: as its former
 * system would state it. Each lender has the part of it that they lent.
 */
export function openingOf(
  { total, terms, parts }: Pick<TakenOver, 'total' | 'terms' | 'parts'>,
  days: Pick<Opening, 'asOf' | 'disbursedOn'>,
  { paid, isHalf }: { paid: number; isHalf: boolean },
): Opening {
  const { asOf, disbursedOn } = days
  const all = scheduleOf(total, terms, disbursedOn)
  const left = all.slice(paid)
  const [oldest] = left
  const isDue = oldest !== undefined && oldest.dueDate <= asOf
  const half = isHalf && isDue ? Math.floor(oldest.principal / 2) : 0
  const weights = parts.map(({ amount }) => amount)
  const sum = (of: (part: Part) => Rupiah) => sumOf(left.map(of))
  const principals = divide(sum(({ principal }) => principal) - half, weights)
  const dues = divide(
    sum(({ dueDate, interest }) => (dueDate <= asOf ? interest : 0)),
    weights,
  )
  // The lenders' parts of the interest on installments that were paid before they fell due.
  const ahead = sumOf(all.slice(0, paid).map(({ dueDate, interest }) => (dueDate > asOf ? interest : 0)))
  const aheads = divide(ahead, weights)
  return {
    ...days,
    daysLate: isDue ? daysFrom(oldest.dueDate, asOf) : 0,
    parts: principals.map((principalLeft, place) => ({
      ...{ principalLeft, interestDue: dues[place] ?? 0, interestAhead: aheads[place] ?? 0 },
    })),
  }
}

/** What the terms still ask, less what was paid, the oldest first: of what fell due the newest is unpaid. */
function remaining(loan: TakenOver, { asOf, disbursedOn, daysLate, parts }: Opening): Part[] {
  const all = scheduleOf(loan.total, loan.terms, disbursedOn)
  const coming = all.filter(({ dueDate }) => dueDate > asOf)
  const principal = sumOf(parts.map(({ principalLeft }) => principalLeft))
  const later = sumOf(coming.map((one) => one.principal))
  let [overdue, interestDue, ahead] = [
    Math.max(0, principal - later),
    sumOf(parts.map((part) => part.interestDue)),
    Math.max(0, later - principal),
  ]
  const oldestDue = laterBy(asOf, -daysLate)
  const unpaid: Part[] = []
  for (const one of all.filter(({ dueDate }) => dueDate <= asOf).toReversed()) {
    const part = {
      principal: Math.min(one.principal, overdue),
      interest: Math.min(one.interest, interestDue),
    }
    overdue -= part.principal
    interestDue -= part.interest
    if (part.principal + part.interest === 0) continue
    unpaid.unshift({ ...part, dueDate: one.dueDate < oldestDue ? oldestDue : one.dueDate })
  }
  if (unpaid[0]) unpaid[0].dueDate = oldestDue
  for (const one of coming) {
    const paid = Math.min(one.principal, ahead)
    ahead -= paid
    unpaid.push({ ...one, principal: one.principal - paid })
  }
  return unpaid
}

/** The part of each lender in what is asked: of principal and coming interest by what is left, of due interest their own. */
function sharesOf(loan: TakenOver, opening: Opening, asked: readonly Part[]): Part[][] {
  const left = opening.parts.map(({ principalLeft }) => principalLeft)
  const whole = [...left]
  const due = opening.parts.map(({ interestDue }) => interestDue)
  const ahead = opening.parts.map(({ interestAhead }) => interestAhead)
  const shares = loan.parts.map((): Part[] => [])
  for (const { dueDate, principal, interest } of asked) {
    const isDue = dueDate <= opening.asOf
    const principals = divide(principal, left)
    const interests = divide(interest, isDue ? due : whole)
    for (const [place, share] of shares.entries()) {
      const part = { dueDate, principal: principals[place] ?? 0, interest: interests[place] ?? 0 }
      left[place] = (left[place] ?? 0) - part.principal
      if (isDue) due[place] = (due[place] ?? 0) - part.interest
      else {
        const paid = Math.min(part.interest, ahead[place] ?? 0)
        ahead[place] = (ahead[place] ?? 0) - paid
        part.interest -= paid
      }
      share.push(part)
    }
  }
  askRestLast(loan, opening, asked, shares)
  return shares
}

/** By default the most rupiah that count as a rounding difference of a loan; never more than a hundredth of an installment. */
const tolerance = 1_000

/** What rounding left of the interest of an installment that was paid ahead is asked with the last one. */
function askRestLast(
  loan: TakenOver,
  { asOf, disbursedOn }: Opening,
  asked: readonly Part[],
  shares: readonly Part[][],
): void {
  const all = scheduleOf(loan.total, loan.terms, disbursedOn)
  const least = Math.min(...all.map(({ principal, interest }) => principal + interest))
  const rounding = Math.min(tolerance, Math.floor(least / 100))
  const last = asked.length - 1
  for (const [place, { dueDate, principal, interest }] of asked.entries()) {
    const left = sumOf(shares.map((share) => share[place]?.interest ?? 0))
    if (place === last || dueDate <= asOf || principal > 0 || left === interest || left > rounding) continue
    for (const share of shares) {
      const [of, end] = [share[place], share[last]]
      if (!of || !end) continue
      end.interest += of.interest
      of.interest = 0
    }
  }
}

/**
 * Takes a loan over with the fundings of its parts. One that was paid out is in service at once and moves no cash; the
 * others take the cash of their lenders.
 * @param fundings the id of the funding of each part
 */
export function takeOver(books: Books, loan: TakenOver, fundings: readonly string[]): void {
  const { loan: number, total, minimum, terms, parts, opening } = loan
  const position = { reserved: 0, funded: total, total, minimum, terms, servicing: null }
  books.loans.set(number, { ...position, state: 'FUNDED', takenOver: 'STANDS' })
  for (const [place, { lender, amount }] of parts.entries()) {
    books.fundings.set(fundings[place] ?? '', { lender, loan: number, amount, state: 'SETTLED' })
    if (opening) continue
    move(books.lender(lender), { lent: amount })
    books.enter(lender, 'Funding Success')
  }
  if (opening) open(books, loan, opening, fundings)
}

function open(books: Books, loan: TakenOver, opening: Opening, fundings: readonly string[]): void {
  const schedules = sharesOf(loan, opening, remaining(loan, opening))
  const shares = loan.parts
    .map(({ lender, amount }, place): Share => {
      const of = schedules[place] ?? []
      const got = of.map(() => ({ principal: 0, interest: 0 }))
      return { funding: fundings[place] ?? '', lender, amount, parts: of, got }
    })
    .toSorted((one, other) => (one.funding < other.funding ? -1 : 1))
  const installments = (shares[0]?.parts ?? []).map(({ dueDate }, place): Installment => {
    const of = (kind: 'principal' | 'interest') => sumOf(shares.map((one) => one.parts[place]?.[kind] ?? 0))
    const due = { principal: of('principal'), interest: of('interest') }
    return { dueDate, ...due, principalPaid: 0, interestPaid: 0, penaltyPaid: 0, isReplaced: false }
  })
  const ofTerms = sumOf(
    loan.parts.flatMap(({ amount }) =>
      scheduleOf(amount, loan.terms, opening.disbursedOn).map(({ interest }) => interest),
    ),
  )
  const known = books.loan(loan.loan)
  known.state = 'ACTIVE'
  known.servicing = {
    ...begin({
      paidOutOn: opening.asOf,
      penaltyLimit: Math.max(0, loan.total - ofTerms),
      shares,
      installments,
    }),
    isTakenOver: true,
    interestBefore: ofTerms - sumOf(installments.map(({ interest }) => interest)),
  }
}

/**
 * Takes back the take-over of a loan on which nothing stands that was recorded since: it is a draft without fundings. What
 * its lenders paid is their cash again; an opening balance moved none.
 */
export function takeBack(books: Books, number: string): 'takenBack' | 'known' | 'refused' {
  const loan = books.loan(number)
  const { servicing, state, takenOver } = loan
  if (takenOver === 'TAKEN_BACK') return 'known'
  const isOpened = servicing?.isTakenOver ?? false
  const isChanged =
    servicing !== null &&
    (!isOpened || servicing.payments.length + servicing.restructurings.length > 0 || state === 'WRITTEN_OFF')
  if (takenOver === undefined || state === 'CANCELLED' || isChanged) return 'refused'
  for (const [, funding] of books.fundingsOf(number, 'SETTLED')) {
    funding.state = 'REFUNDED'
    if (isOpened) continue
    move(books.lender(funding.lender), { refunded: funding.amount })
    books.enter(funding.lender, 'Repayment Success')
  }
  Object.assign(loan, { state: 'DRAFT', funded: 0, servicing: null, takenOver: 'TAKEN_BACK' })
  return 'takenBack'
}

/**
 * Takes over cash that a lender had at a bank as of a day. What was taken over is known; other cash is refused until it
 * is taken back, and so is the very cash that was.
 */
export function takeOverCash(
  books: Books,
  { lender, method, amount, asOf }: { lender: string; method: Method; amount: Rupiah; asOf: Day },
): 'taken' | 'known' | 'refused' {
  const { openings } = books.lender(lender)
  const known = openings[method]
  const isSame = known?.amount === amount && known.asOf === asOf
  if (known && !known.isTakenBack) return isSame ? 'known' : 'refused'
  if (isSame) return 'refused'
  openings[method] = { amount, asOf, isTakenBack: false }
  books.credit(lender, amount, method)
  return 'taken'
}

/** @returns whether it was taken back: once, and only while all of it is free */
export function takeCashBack(books: Books, { lender, method }: { lender: string; method: Method }): boolean {
  const known = books.lender(lender).openings[method]
  if (!known || known.isTakenBack || books.available(lender, method) < known.amount) return false
  known.isTakenBack = true
  move(books.lender(lender), { toppedUp: known.amount }, -1, method)
  books.enter(lender, 'Top Up Success')
  return true
}
