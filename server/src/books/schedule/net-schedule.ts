import type { Installment } from './schedule.ts'
import { withholdTax } from './tax.ts'

/** An installment with the tax withheld from its interest, and the net amount for the lender; whole rupiah. */
export type NetInstallment = Installment & { tax: number; net: number }

/** A lender's schedule after tax, with its sums in whole rupiah. */
export type NetSchedule = {
  installments: NetInstallment[]
  principal: number
  interest: number
  tax: number
  net: number
}

/**
 * A lender’s schedule after tax, as an agreement shows it. The tax is rounded down for each installment; it is withheld by
 * the month, so that what a lender gets can differ by some rupiah.
 * @param rate the lender's tax rate, a fraction between 0 and 1
 * @throws RangeError when the rate is out of range
 */
export function netSchedule(schedule: readonly Installment[], rate: number | string): NetSchedule {
  const installments = schedule.map((installment): NetInstallment => {
    const tax = withholdTax(installment.interest, rate)
    return { ...installment, tax, net: installment.principal + installment.interest - tax }
  })
  const sum = (of: (one: NetInstallment) => number) => installments.reduce((total, one) => total + of(one), 0)
  return {
    installments,
    principal: sum(({ principal }) => principal),
    interest: sum(({ interest }) => interest),
    tax: sum(({ tax }) => tax),
    net: sum(({ net }) => net),
  }
}
