import { businessDateOf, type BusinessDate } from '@pematang/contract/format/business-date'
import {
  fundingNumber,
  repaymentNumber,
  topUpNumber,
  withdrawalNumber,
} from '@pematang/contract/format/reference-number'
import type { StatementFigures } from '@pematang/contract/reports/statements/endpoints'
import type { SpanLine } from '../../books/index.ts'

/** Data about a ledger line from other tables. */
export type Facts = {
  /** The value date of a payment; null for other events. */
  paidOn: BusinessDate | null
  /** The bank's own time of a top-up, as reported. */
  transactedAt: string | null
  loanNumber: string | null
  /** When the money of a funding or withdrawal was reserved; null for other events. */
  reservedAt: Date | null
  /** The type of the reversed event; null unless the line is a reversal. */
  reversed: string | null
  correctionId: string | null
  correctionType: 1 | 5 | 6 | null
  /** The id of the withdrawal that the bank returned, or whose payment was taken back. */
  withdrawalId: string | null
  /** The parts of a payment; negative for a reversal. */
  principal: number | null
  interest: number | null
  penalty: number | null
  tax: number | null
  /** The full amount of a reversed top-up. */
  topUp: number | null
  afterWriteOff: boolean
}

/** How a movement changes each sum of a statement. */
export type Sums = Omit<StatementFigures, 'opening' | 'closing' | 'movements'>

export const noSums = (): Sums => ({
  toppedUp: 0,
  lent: 0,
  refunded: 0,
  principal: 0,
  interest: 0,
  penalty: 0,
  tax: 0,
  withdrawn: 0,
  fees: 0,
  adjusted: 0,
})

/** The change of the cash account by a movement, from its sums. */
export const changeOf = (sums: Sums): number =>
  sums.toppedUp -
  sums.lent +
  sums.refunded +
  sums.principal +
  sums.interest +
  sums.penalty -
  sums.tax -
  sums.withdrawn -
  sums.fees +
  sums.adjusted

/**
 * The sums that a line affects. A part that its details do not explain is an adjustment, so the sums always add up to
 * the line.
 */
export function sumsOf(line: SpanLine, facts: Facts | undefined): Sums {
  const sums = { ...noSums(), ...partsOf(line, facts) }
  return { ...sums, adjusted: line.amount - changeOf(sums) }
}

function partsOf({ kind, amount, counterpart }: SpanLine, facts: Facts | undefined): Partial<Sums> {
  if (isFromOutside(kind)) return { toppedUp: amount }
  if (kind === 'FUNDING') return { lent: -amount }
  if (kind === 'REFUND') return { refunded: amount }
  if (isOfWithdrawal(kind, facts))
    return counterpart.startsWith('TRANSFER_FEE') ? { fees: -amount } : { withdrawn: -amount }
  const back = takenBack(kind, amount, facts)
  if (back !== null) return { toppedUp: back }
  if (facts === undefined || facts.principal === null) return {}
  const { principal, interest, penalty, tax } = facts
  return { principal, interest: interest ?? 0, penalty: penalty ?? 0, tax: tax ?? 0 }
}

/** Cash that was taken over came from outside like a top-up; the summary names both. */
const isFromOutside = (kind: SpanLine['kind']): boolean => kind === 'TOP_UP' || kind === 'CASH_OPENING'

/** The whole amount of a reversal of what came from outside, below zero; null for another line. */
function takenBack(kind: SpanLine['kind'], amount: number, facts: Facts | undefined): number | null {
  if (kind !== 'REVERSAL') return null
  if (facts?.reversed === 'CASH_OPENING') return amount
  return facts?.reversed === 'TOP_UP' ? -(facts.topUp ?? 0) : null
}

/** Whether a line is of a withdrawal, of its return by the bank, or takes back what was recorded of one. */
const isOfWithdrawal = (kind: SpanLine['kind'], facts: Facts | undefined): boolean =>
  kind === 'WITHDRAWAL' ||
  kind === 'WITHDRAWAL_RETURN' ||
  (kind === 'REVERSAL' && facts?.reversed?.startsWith('WITHDRAWAL_') === true)

/** The number under which the lender's history shows a line. */
export function numberOf({ kind, ref, journalId }: SpanLine, facts: Facts | undefined): string {
  if (isFromOutside(kind)) return topUpNumber(ref)
  if (kind === 'FUNDING') return fundingNumber(ref)
  if (kind === 'REFUND') return repaymentNumber(journalId)
  if (kind === 'WITHDRAWAL') return withdrawalNumber(ref)
  if (kind === 'WITHDRAWAL_RETURN') return withdrawalNumber(facts?.withdrawalId ?? ref)
  if (facts?.withdrawalId) return withdrawalNumber(facts.withdrawalId)
  const id = facts?.correctionId ?? ref
  if (facts?.correctionType === 1) return topUpNumber(id)
  return facts?.correctionType === 6 ? withdrawalNumber(id) : repaymentNumber(id)
}

/** The value date of a line: at most the day on which it was recorded. */
export function valueDateOf(recordedOn: BusinessDate, facts: Facts | undefined): BusinessDate {
  const stated = facts?.paidOn ?? dayOf(facts?.transactedAt)
  return stated !== null && stated < recordedOn ? stated : recordedOn
}

/** The day in Jakarta of a time reported by a bank; null if it is not a valid time. */
function dayOf(time: string | null | undefined): BusinessDate | null {
  const at = Date.parse(time ?? '')
  return Number.isNaN(at) || at < 0 ? null : businessDateOf(at)
}
