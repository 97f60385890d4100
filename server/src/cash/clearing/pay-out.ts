import type { Context } from '../../context.ts'
import { accountOf, isClaimable, openAccount, post, setOff, withdrawableBalance } from '../../books/index.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { one } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { payableOf } from '../tax/index.ts'
import { findLoanByNumber, insertPayout, lockPayouts, payoutsWithReference, type PayoutRow } from './store.ts'

/** Format of the NTPN, the tax authority's receipt number of a tax payment: 16 letters and digits. */
const ntpnPattern = /^[0-9A-Z]{16}$/

/** The source of a payout: excess is returned to the borrower, the others leave through a bank (1 BNI, 2 the other). */
export type PayoutFrom =
  | { kind: 'BORROWER_EXCESS'; loanNumber: string }
  | { kind: 'PLATFORM_FEE' | 'TRANSFER_FEE' | 'PLATFORM_CASH'; methodPayment: 1 | 2 }
  /** `period` is the month in which the tax was withheld, YYYY-MM. */
  | { kind: 'TAX_PAYABLE'; methodPayment: 1 | 2; period: string }

export type PayOut = {
  from: PayoutFrom
  /** Whole rupiah. */
  amount: number
  /** The value date, not after today. */
  paidOn: string
  /** The bank's reference of the transfer; for a tax payment the NTPN. No two payouts from one kind of account share it, unless the earlier one was reversed. */
  reference: string
  reason: string
}

export type PaidOut = {
  payoutId: string
  amount: number
  /** Balance of the account afterwards, whole rupiah. */
  left: number
  /** The recipient's debt from earlier payouts, which was subtracted from this one. */
  setOff: number
  /** Whether the payout had been recorded before, so that no money moved now. */
  known: boolean
}

/**
 * Records a payout from a clearing account. The recipient's debt is subtracted first, and the account never falls below
 * zero. Tax is paid for one period, up to its open amount less the overpayments of other periods.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, PAYOUT_ABOVE_BALANCE, REFERENCE_REUSED, DATE_IN_FUTURE,
 *   INPUT_INVALID
 * @throws ColumnFault for tax paid before its period began
 */
export const payOutClearing = mutation<Context, PayOut, PaidOut>({
  operation: 'payOutClearing',
  permit: ['operator'],
  secondPair: { amount: ({ amount }) => amount },
  async run(tx, input, { context: { random } }) {
    checkInput(input)
    const { from, amount, paidOn, reference, reason } = input
    const { kind } = from
    const { ownerId, to } = await accountsOf(tx, random, from)
    await lockPayouts(tx, kind, ownerId)
    const taxPeriod = from.kind === 'TAX_PAYABLE' ? from.period : null
    const methodPayment = from.kind === 'BORROWER_EXCESS' ? null : from.methodPayment
    const before = await payoutsWithReference(tx, kind, reference)
    const existing = before.find(({ reversed }) => !reversed)
    const off = !existing && isClaimable(kind) ? await setOff(tx, random, { kind, ownerId }) : 0
    const balance = await withdrawableBalance(tx, kind, ownerId)
    const subject = `${kind}:${ownerId}`
    const row = { accountKind: kind, ownerId, methodPayment, amount, paidOn, reference, reason, taxPeriod }
    if (existing) {
      if (contentOf(existing) !== contentOf(row)) throw new Refusal('REFERENCE_REUSED')
      return { answer: { payoutId: existing.id, amount, left: balance, setOff: 0, known: true }, subject }
    }
    await refuseFuture(tx, paidOn)
    if (taxPeriod !== null && paidOn < `${taxPeriod}-01`)
      throw new ColumnFault('paid_on', `${paidOn} sebelum ${taxPeriod}, masa pemotongan pajak ini`)
    const { most, taxCredit } = await availableFor(tx, balance, taxPeriod)
    if (amount > most) throw new Refusal('PAYOUT_ABOVE_BALANCE', { amount: most })
    const id = random.uuid()
    await insertPayout(tx, { ...row, id, taxCredit, occurrence: before.length + 1 })
    const debit = await accountOf(tx, kind, ownerId)
    await post(tx, {
      id: random.uuid(),
      kind: 'PAYOUT',
      ref: id,
      movements: [{ debit, credit: to, amount }],
      newId: random.uuid,
    })
    return {
      answer: { payoutId: id, amount, left: balance - amount, setOff: off, known: false },
      subject,
      detail: { payoutId: id, amount, setOff: off, paidOn, reference, ...(taxPeriod && { taxPeriod }) },
    }
  },
})

function checkInput({ from, amount, reference, reason }: PayOut): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Refusal('INPUT_INVALID')
  if (reason.trim() === '' || reference.trim() === '') throw new Refusal('INPUT_INVALID')
  if (from.kind === 'TAX_PAYABLE' && !ntpnPattern.test(reference)) throw new Refusal('INPUT_INVALID')
}

/** The fields that a repeated payout with the same reference must have unchanged. */
const contentOf = (row: Omit<PayoutRow, 'id' | 'taxCredit'>): string =>
  [row.ownerId, row.methodPayment, row.amount, row.paidOn, row.taxPeriod].join(' ')

async function refuseFuture(tx: Transaction, paidOn: string): Promise<void> {
  const { future } = await one<{ future: boolean }>(
    tx,
    'cash.clearing.future',
    'select $1::date > business_day(app_now()) as future',
    [paidOn],
  )
  if (future) throw new Refusal('DATE_IN_FUTURE')
}

/** The maximum that may be paid out; for tax, also the overpayments of other periods that reduce this payment. */
async function availableFor(
  tx: Transaction,
  balance: number,
  taxPeriod: string | null,
): Promise<{ most: number; taxCredit: number }> {
  if (taxPeriod === null) return { most: Math.max(0, balance), taxCredit: 0 }
  const { payable, credit } = await payableOf(tx, taxPeriod)
  return { most: Math.max(0, Math.min(balance, payable)), taxCredit: credit }
}

/** The accounts that each bank has one of; of the others the platform has one. */
const ofBank: ReadonlySet<PayoutFrom['kind']> = new Set(['TRANSFER_FEE', 'PLATFORM_CASH'])

/** The owner of the paying account, and the account that is credited. */
async function accountsOf(
  tx: Transaction,
  random: Context['random'],
  from: PayoutFrom,
): Promise<{ ownerId: number; to: number }> {
  if (from.kind === 'BORROWER_EXCESS') {
    const loan = required(await findLoanByNumber(tx, from.loanNumber), 'LOAN_NOT_FOUND')
    return { ownerId: loan.id, to: required(loan.clearingAccount, 'LOAN_NOT_DISBURSED') }
  }
  const to = await openAccount(tx, random.id(), 'BANK_CLEARING', from.methodPayment)
  return { ownerId: ofBank.has(from.kind) ? from.methodPayment : 0, to }
}
