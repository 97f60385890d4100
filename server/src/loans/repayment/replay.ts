import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { ServicedLoan } from '../disbursement/index.ts'
import type { Refusal } from '../../platform/refusal.ts'
import {
  type Allocation,
  allocatePayment,
  chargeablePenalty,
  type LoanBalance,
  penaltiesOn,
  refusePenalty,
  type Repayment,
} from './decide.ts'
import { leftOn, type OwingInstallment } from './installments.ts'
import type { DatedPayment } from './penalty.ts'
import type { InstallmentPart } from './split-payment.ts'
import { sum } from '../../platform/sum.ts'

/** A loan before some payments; amounts in whole rupiah. */
export type Before = {
  loan: ServicedLoan
  /** All installments, in order, with what was paid on them by then. */
  installments: readonly OwingInstallment[]
  /** The number of the first installment that may owe penalty though it is complete. */
  penaltyFromNo: number
  /** All payments of principal and interest until then. */
  history: readonly DatedPayment[]
}

/** A payment to allocate; `isNew` if it is not recorded yet, so that its penalty may be refused. */
export type Placed = { payment: Repayment; isNew: boolean }

export type Replayed = { payment: Repayment; balance: LoanBalance; allocation: Allocation }

/** Whether a payment comes before another of its loan: by value date, then by reference. */
export const comesBefore = (
  a: Pick<Repayment, 'paidOn' | 'reference'>,
  b: Pick<Repayment, 'paidOn' | 'reference'>,
): boolean => a.paidOn < b.paidOn || (a.paidOn === b.paidOn && a.reference < b.reference)

/** Orders payments of a loan by value date, then by reference: the order in which they are allocated. */
export const byValueDate = (
  a: Pick<Repayment, 'paidOn' | 'reference'>,
  b: Pick<Repayment, 'paidOn' | 'reference'>,
): number => (comesBefore(a, b) ? -1 : comesBefore(b, a) ? 1 : 0)

/**
 * Allocates payments in order, each by what the earlier ones leave. A penalty that a recorded payment names is taken as
 * far as it is owed in this order: the payment is a fact, and cannot be refused any more.
 * @returns an allocation for each, or the refusal of a new one
 */
export function replay(before: Before, payments: readonly Placed[]): Replayed[] | Refusal {
  const history = [...before.history]
  let { installments, loan } = before
  const replayed: Replayed[] = []
  for (const { payment, isNew } of payments) {
    const balance = balanceAt({ ...before, loan, installments, history }, payment.paidOn)
    const refusal = isNew ? refusePenalty(payment, balance) : null
    if (refusal) return refusal
    const allocation = allocatePayment(chargeable(payment, balance), balance)
    replayed.push({ payment, balance, allocation })
    installments = withParts(installments, allocation.parts)
    const paid = sum(allocation.parts.map(({ principal, interest }) => principal + interest))
    history.push({ paidOn: payment.paidOn, amount: paid })
    const penalty = sum(allocation.parts.map((part) => part.penalty))
    loan = {
      ...loan,
      penaltyRoom: loan.penaltyRoom - penalty,
      roundingRoom: loan.roundingRoom - allocation.rounding,
    }
  }
  return replayed
}

function balanceAt(
  { loan, installments: all, penaltyFromNo, history }: Before,
  on: BusinessDate,
): LoanBalance {
  const left = leftOn(all)
  const installments = all.filter((one) => leftOn([one]) > 0 || one.no >= penaltyFromNo)
  const penalties =
    loan.penaltyPpmPerDay > 0 ? penaltiesOn(loan, installments, history, on) : new Map<number, number>()
  return { loan, installments, penalties, left }
}

function chargeable(payment: Repayment, balance: LoanBalance): Repayment {
  if (payment.penalty === undefined) return payment
  const most = Math.min(chargeablePenalty(payment.paidOn, balance) ?? 0, balance.loan.penaltyRoom)
  return { ...payment, penalty: Math.min(payment.penalty, Math.max(0, most)) }
}

/** Installments after a payment, or before it where the amounts of its parts are below zero. */
export function withParts(
  installments: readonly OwingInstallment[],
  parts: readonly InstallmentPart[],
): OwingInstallment[] {
  const byNo = Map.groupBy(parts, ({ no }) => no)
  return installments.map((one) => {
    const own = byNo.get(one.no) ?? []
    const paid = (kind: 'principal' | 'interest' | 'penalty') => sum(own.map((part) => part[kind]))
    return own.length === 0
      ? one
      : {
          ...one,
          principalPaid: one.principalPaid + paid('principal'),
          interestPaid: one.interestPaid + paid('interest'),
          penaltyPaid: one.penaltyPaid + paid('penalty'),
        }
  })
}
