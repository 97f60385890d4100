import type { InstallmentPart } from './split-payment.ts'
import type { OwingInstallment } from './waterfall.ts'

/** A residue is at most this part of its installment, so that a small installment is not mistaken for one. */
const residuePart = 10

/** An installment as the waterfall sees it, with the principal and interest that it asks in all. */
export type ClosableInstallment = Pick<OwingInstallment, 'no' | 'principalLeft' | 'interestLeft'> & {
  due: number
}

/**
 * Adds what the platform bears to the installment that a payment leaves open by a residue: by less than `room`, and by no
 * more than a tenth of the installment. An installment to which the payment gave nothing stays open.
 * @param room whole rupiah that the platform may still add to this loan
 * @returns the parts with the residue, and the residue
 */
export function closeResidue(
  parts: readonly InstallmentPart[],
  installments: readonly ClosableInstallment[],
  room: number,
): { parts: InstallmentPart[]; rounding: number } {
  const owing = new Map(installments.map((one) => [one.no, one]))
  let rounding = 0
  const closed = parts.map((part) => {
    const one = owing.get(part.no)
    if (!one || part.principal + part.interest === 0) return part
    const principal = one.principalLeft - part.principal
    const interest = one.interestLeft - part.interest
    const residue = principal + interest
    if (residue === 0 || residue >= room - rounding || residue * residuePart > one.due) return part
    rounding += residue
    return { ...part, principal: part.principal + principal, interest: part.interest + interest }
  })
  return { parts: closed, rounding }
}
