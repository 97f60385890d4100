import { divide, type Rupiah, sumOf } from './arithmetic.ts'
import type { Day } from './days.ts'
import type { Laid, Servicing, Share } from './in-service.ts'
import { penaltiesOn } from './penalties.ts'

/** What a lender gets of a payment on one installment, before tax. */
export type Gross = { lender: string } & Laid
export type Allocated = { laid: Laid[]; excess: Rupiah; rounding: Rupiah; gross: Gross[] }

/** Allocates a payment without its fee, and counts it on the installments and the shares of the lenders. */
export function allocate(servicing: Servicing, amount: Rupiah, on: Day): Allocated {
  const { laid, excess } = layOut(servicing, amount, on)
  const rounding = roundUp(servicing, laid)
  const gross: Gross[] = []
  for (const [place, part] of laid.entries()) {
    const installment = servicing.installments[place]
    if (!installment) continue
    installment.principalPaid += part.principal
    installment.interestPaid += part.interest
    installment.penaltyPaid += part.penalty
    gross.push(...giveShares(servicing, place, part))
  }
  return { laid, excess, rounding, gross }
}

/**
 * Allocates a payment in the order of decision 0020: due installments, the oldest first, with interest before
 * principal; then penalties; then future installments. The rest is excess.
 */
function layOut(servicing: Servicing, amount: Rupiah, on: Day) {
  const laid = servicing.installments.map(() => ({ principal: 0, interest: 0, penalty: 0 }))
  let left = amount
  const take = (owed: Rupiah): Rupiah => {
    const taken = Math.min(left, owed)
    left -= taken
    return taken
  }
  const pass = (isDue: boolean) => {
    for (const [place, one] of servicing.installments.entries()) {
      const part = laid[place]
      if (!part || one.isReplaced || one.dueDate <= on !== isDue) continue
      part.interest += take(one.interest - one.interestPaid)
      part.principal += take(one.principal - one.principalPaid)
    }
  }
  const penalties = penaltiesOn(servicing, on)
  pass(true)
  for (const [place, part] of laid.entries()) part.penalty += take(penalties[place] ?? 0)
  pass(false)
  return { laid, excess: left }
}

/** What the platform adds to all payments of a loan together stays below this, as in the terms of all loans of a run. */
const roundingTolerance = 1_000

/**
 * Adds what is left of an installment on which the payment was laid, if it is less than the platform may still bear and
 * at most a tenth of the installment.
 */
function roundUp({ installments, payments }: Servicing, laid: readonly Laid[]): Rupiah {
  const most = roundingTolerance - sumOf(payments.map(({ parts }) => parts.rounding))
  let added = 0
  for (const [place, one] of installments.entries()) {
    const part = laid[place]
    if (!part || part.principal + part.interest === 0) continue
    const principal = one.principal - one.principalPaid - part.principal
    const interest = one.interest - one.interestPaid - part.interest
    const rest = principal + interest
    if (added + rest >= most || 10 * rest > one.principal + one.interest) continue
    part.principal += principal
    part.interest += interest
    added += rest
  }
  return added
}

/**
 * Gives each lender their part of the payment on one installment, by largest remainder over what they are still owed; of
 * a penalty over what they lent.
 */
function giveShares({ shares }: Servicing, place: number, part: Laid): Gross[] {
  const of = (one: Share) => one.got[place] ?? { principal: 0, interest: 0 }
  const owed = (one: Share, kind: 'principal' | 'interest') => (one.parts[place]?.[kind] ?? 0) - of(one)[kind]
  const by = (amount: Rupiah, weight: (one: Share) => Rupiah) => divide(amount, shares.map(weight))
  const principals = by(part.principal, (one) => owed(one, 'principal'))
  const interests = by(part.interest, (one) => owed(one, 'interest'))
  const penalties = by(part.penalty, ({ amount }) => amount)
  return shares.map((one, index) => {
    const got = of(one)
    const [principal = 0, interest = 0, penalty = 0] = [principals[index], interests[index], penalties[index]]
    got.principal += principal
    got.interest += interest
    return { lender: one.lender, principal, interest, penalty }
  })
}
