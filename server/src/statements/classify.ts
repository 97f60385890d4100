import { businessDateOf, type BusinessDate } from '@pematang/contract/format/business-date'
import {
  fundingNumber,
  repaymentNumber,
  topUpNumber,
  withdrawalNumber,
} from '@pematang/contract/format/reference-number'
import type { StatementFigures } from '@pematang/contract/statements/endpoints'
import type { SpanLine } from '../ledger/index.ts'

/** What is known of a line beside the ledger. */
export type Facts = {
  /** The value date of a payment. */
  paidOn: BusinessDate | null
  /** The bank's own time of a top-up, as it was told. */
  transactedAt: string | null
  loanNumber: string | null
  /** What a reversal takes back. */
  reversed: string | null
  correctionId: string | null
  correctionType: 1 | 5 | 6 | null
  /** The withdrawal that the bank gave back. */
  withdrawalId: string | null
  /** The parts of a payment; below zero where it is taken back. */
  principal: number | null
  interest: number | null
  penalty: number | null
  tax: number | null
  /** The whole top-up that is taken back. */
  topUp: number | null
  afterWriteOff: boolean
}

/** The sums that a movement adds to. */
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

/** What a movement with these sums changes on the cash account. */
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

/** The sums that a line adds to. What does not follow from its parts is an adjustment, so they always add up to it. */
export function sumsOf(line: SpanLine, facts: Facts | undefined): Sums {
  const sums = { ...noSums(), ...partsOf(line, facts) }
  return { ...sums, adjusted: line.amount - changeOf(sums) }
}

function partsOf({ kind, amount, counterpart }: SpanLine, facts: Facts | undefined): Partial<Sums> {
  if (kind === 'TOP_UP') return { toppedUp: amount }
  if (kind === 'FUNDING') return { lent: -amount }
  if (kind === 'REFUND') return { refunded: amount }
  if (kind === 'WITHDRAWAL' || kind === 'WITHDRAWAL_RETURN')
    return counterpart.startsWith('TRANSFER_FEE') ? { fees: -amount } : { withdrawn: -amount }
  if (kind === 'REVERSAL' && facts?.reversed === 'TOP_UP') return { toppedUp: -(facts.topUp ?? 0) }
  if (facts === undefined || facts.principal === null) return {}
  const { principal, interest, penalty, tax } = facts
  return { principal, interest: interest ?? 0, penalty: penalty ?? 0, tax: tax ?? 0 }
}

/** The number by which the history of the lender shows a line. */
export function numberOf({ kind, ref, journalId }: SpanLine, facts: Facts | undefined): string {
  if (kind === 'TOP_UP') return topUpNumber(ref)
  if (kind === 'FUNDING') return fundingNumber(ref)
  if (kind === 'REFUND') return repaymentNumber(journalId)
  if (kind === 'WITHDRAWAL') return withdrawalNumber(ref)
  if (kind === 'WITHDRAWAL_RETURN') return withdrawalNumber(facts?.withdrawalId ?? ref)
  const id = facts?.correctionId ?? ref
  if (facts?.correctionType === 1) return topUpNumber(id)
  return facts?.correctionType === 6 ? withdrawalNumber(id) : repaymentNumber(id)
}

/** The day that a line counts from: never after the day on which it was recorded. */
export function valueDateOf(recordedOn: BusinessDate, facts: Facts | undefined): BusinessDate {
  const told = facts?.paidOn ?? dayOf(facts?.transactedAt)
  return told !== null && told < recordedOn ? told : recordedOn
}

/** The day of a bank's time; null where it is not one. */
function dayOf(time: string | null | undefined): BusinessDate | null {
  const at = Date.parse(time ?? '')
  return Number.isNaN(at) || at < 0 ? null : businessDateOf(at)
}
