import { allocate, type Gross } from './allocation.ts'
import { type Rupiah, sumOf } from './arithmetic.ts'
import type { Books } from './books.ts'
import { changeOf, move } from './cash.ts'
import type { Dated, Laid, NewPayment, Payment, Servicing } from './in-service.ts'
import { givenBack, withholdTax } from './tax.ts'

/** What a payment that is added or taken back makes of those with later value dates. */
export type Corrected = {
  taken: Payment | null
  negated: Payment[]
  /** They as they are now, and last the added one, with what each lender gets of them before tax. */
  recorded: { payment: Payment; gross: Gross[] }[]
  hasAdded: boolean
  after: Pick<Servicing, 'shares' | 'installments' | 'payments'>
}

/** By value date, then by reference: the order in which payments of a loan count. */
export const inOrder = (one: Dated, other: Dated): number => {
  if (one.paidOn !== other.paidOn) return one.paidOn < other.paidOn ? -1 : 1
  if (one.reference === other.reference) return 0
  return one.reference < other.reference ? -1 : 1
}

const isBefore = (one: Payment | null, other: Dated): one is Payment =>
  one !== null && inOrder(one, other) < 0

const placesOf = (laid: readonly Laid[]): number[] =>
  [...laid.keys()].filter((place) => sumOf(Object.values(laid[place] ?? {})) > 0)

/**
 * Allocates the payments of the window anew, in their order. One whose parts change is recorded anew, and so is each
 * later one that pays on an installment of such a one, because the parts of its lenders follow from those before.
 */
export function changesOf(
  servicing: Servicing,
  { added, taken = null }: { added?: NewPayment; taken?: Payment | null },
): Corrected {
  const { window, payments } = servicing
  const state: Servicing = { ...servicing, ...copyOf(window), payments: payments.slice(0, window.first) }
  const known = new Map(payments.slice(window.first).map((one) => [one.reference, one]))
  if (taken) known.delete(taken.reference)
  const touched = new Set<number>()
  const negated: Payment[] = []
  const anew: Corrected['recorded'] = []
  const fresh: Corrected['recorded'] = []
  const touch = (places: readonly number[]) => {
    for (const place of places) touched.add(place)
  }
  for (const one of [...known.values(), ...(added ? [added] : [])].toSorted(inOrder)) {
    if (isBefore(taken, one)) touch(placesOf(taken.laid))
    const before = known.get(one.reference)
    const { gross, ...allocated } = allocate(state, one.amount - one.fee, one.paidOn)
    const places = [...placesOf(allocated.laid), ...(before ? placesOf(before.laid) : [])]
    if (before && isSame(before, allocated) && !places.some((place) => touched.has(place))) {
      state.payments.push(before)
      continue
    }
    const payment = newPayment(one, allocated)
    state.payments.push(payment)
    touch(places)
    if (before) negated.push(before)
    ;(before ? anew : fresh).push({ payment, gross })
  }
  const after = { shares: state.shares, installments: state.installments, payments: state.payments }
  return { taken, negated, recorded: [...anew, ...fresh], hasAdded: added !== undefined, after }
}

export const copyOf = ({ shares, installments }: Pick<Servicing, 'shares' | 'installments'>) => ({
  shares: shares.map((share) => ({ ...share, got: share.got.map((one) => ({ ...one })) })),
  installments: installments.map((one) => ({ ...one })),
})

type Laying = { laid: readonly Laid[]; excess: Rupiah; rounding: Rupiah }

const isSame = (before: Payment, { laid, excess }: Laying): boolean =>
  before.parts.excess === excess &&
  laid.every((part, place) => {
    const other = before.laid[place] ?? { principal: 0, interest: 0, penalty: 0 }
    return (['principal', 'interest', 'penalty'] as const).every((kind) => part[kind] === other[kind])
  })

function newPayment({ reference, paidOn, amount, fee }: NewPayment, allocated: Laying): Payment {
  const { laid, excess, rounding } = allocated
  const of = (kind: keyof Laid) => sumOf(laid.map((part) => part[kind]))
  const paid = { principal: of('principal'), interest: of('interest'), penalty: of('penalty') }
  const parts = { ...paid, fee, excess, rounding, tax: 0 }
  return { reference, paidOn, amount, fee, laid, parts, received: new Map(), isSettlement: false }
}

/**
 * Moves the cash of a correction: all that is taken back first, then what is recorded anew, each with the tax that makes
 * the months of the lenders right. A lender whose cash it changes gets one notice.
 */
export function book(books: Books, { taken, negated, recorded, hasAdded }: Corrected): void {
  const net = new Map<string, Rupiah>()
  const count = (lender: string, change: Rupiah) => net.set(lender, (net.get(lender) ?? 0) + change)
  for (const { received } of [...(taken ? [taken] : []), ...negated])
    for (const [lender, moved] of received) {
      const back = givenBack(books, lender, moved)
      move(books.lender(lender), back, -1)
      count(lender, -changeOf(back))
      if (changeOf(back) !== 0) books.enter(lender, 'Repayment Success')
    }
  for (const [place, { payment, gross }] of recorded.entries()) {
    const isAdded = hasAdded && place === recorded.length - 1
    payment.received = withholdTax(books, gross)
    for (const [lender, moved] of payment.received) {
      move(books.lender(lender), moved)
      payment.parts.tax += moved.tax
      if (changeOf(moved) > 0) books.enter(lender, 'Repayment Success')
      if (!isAdded) count(lender, changeOf(moved))
    }
  }
  for (const [lender, change] of net) if (change !== 0) books.notify(lender, 'REPAYMENT_CORRECTED')
}
