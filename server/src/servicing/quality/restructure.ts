import type { TenorPeriod } from '@pematang/contract/format/tenor'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/mutation.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertInstallments } from '../disburse-store.ts'
import { unpaidOf } from '../loan-store.ts'
import { type BusinessDate, type Installment, type InterestType, makeSchedule } from '../schedule/index.ts'
import { splitSchedule } from '../shares/split-schedule.ts'
import { type ChangingLoan, holdForChange } from './hold.ts'
import {
  fundingBalances,
  insertRestructuring,
  type NewTerms,
  setRestructured,
  setTerms,
  supersede,
} from './restructure-store.ts'

/** New terms for what is left of a loan, as both parties signed them. */
export type RestructureLoan = {
  loanNumber: string
  /** the day from which on the new terms count; not before the last payment, not after today */
  agreedOn: BusinessDate
  /** from when interest under the new terms runs; `agreedOn` where it is left out */
  startsOn?: BusinessDate
  /** fraction a year from 0 to 1, as a decimal text */
  interest: string
  interestType: InterestType
  tenor: number
  tenorPeriod: TenorPeriod
  /** keep interest that fell due and was not paid: it falls due with the first new installment; else it is waived */
  keepInterest: boolean
  /** the signed agreement, by its name in the operator's archive and its hexadecimal SHA-256 */
  agreement: { reference: string; sha256: string }
}

export type RestructuredLoan = {
  loanId: number
  version: number
  /** rupiah that go on under the new terms */
  principal: number
  interestKept: number
  interestWaived: number
  installments: number
}

/**
 * Puts a loan on new terms: its unpaid principal gets a new version of the schedule, shared among the lenders by largest
 * remainder over what each has still to get back. Installments that were complete stay as they are; interest that is not
 * due yet and penalties that were not paid fall away. Days late go by the new schedule from that day on. No money moves.
 * Any change to an agreement needs both parties (POJK 40/2024), so the signed one is named.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, LOAN_ENDED, WRITTEN_OFF_BEFORE, DATE_IN_FUTURE,
 * DATE_BEFORE_DISBURSEMENT, DATE_BEFORE_LAST_EVENT, INPUT_INVALID
 */
export const restructureLoan = mutation<Context, RestructureLoan, RestructuredLoan>({
  operation: 'restructureLoan',
  permit: ['operator'],
  async run(tx, input, { world }) {
    const loan = await holdForChange(tx, input.loanNumber, input.agreedOn)
    const overdue = await overdueInterest(tx, loan, input.agreedOn)
    const kept = input.keepInterest ? overdue : 0
    const terms = newTerms(input, loan, kept)
    const version = loan.version + 1
    await supersede(tx, loan.loanId, input.agreedOn)
    await insertInstallments(
      tx,
      terms.map((installment) => ({ ...installment, loanId: loan.loanId, version })),
    )
    const shared = await shareTerms(tx, loan, version, terms)
    await setTerms(tx, shared, world.config.PENALTY_MAXIMUM_FRACTION)
    await setRestructured(tx, loan.loanId)
    const done = { principal: loan.principalDue, interestKept: kept, interestWaived: overdue - kept }
    await insertRestructuring(tx, { ...input, ...done, loanId: loan.loanId, version })
    const answer = { loanId: loan.loanId, version, ...done, installments: terms.length }
    return {
      answer,
      subject: `loan:${loan.loanId}`,
      detail: { ...done, version, agreedOn: input.agreedOn, agreement: input.agreement.reference },
    }
  },
})

async function overdueInterest(tx: Transaction, loan: ChangingLoan, on: BusinessDate): Promise<number> {
  const unpaid = (await unpaidOf(tx, [loan.loanId])).get(loan.loanId) ?? []
  return unpaid.reduce(
    (sum, { dueDate, interest, interestPaid }) => sum + (dueDate <= on ? interest - interestPaid : 0),
    0,
  )
}

/** The new installments, numbered on behind those there are. */
function newTerms(input: RestructureLoan, loan: ChangingLoan, kept: number): Installment[] {
  const { agreedOn, startsOn = agreedOn, interest, interestType, tenor, tenorPeriod, agreement } = input
  const inRange = Number(interest) >= 0 && Number(interest) <= 1 && tenor <= 360
  const named = agreement.reference !== '' && /^[0-9a-f]{64}$/.test(agreement.sha256)
  if (!inRange || !named || startsOn < loan.disbursedOn) throw new Refusal('INPUT_INVALID')
  const rows = orInvalid(() =>
    makeSchedule({
      principal: loan.principalDue,
      annualRate: interest,
      interestType,
      tenor,
      tenorPeriod,
      startDate: startsOn,
    }),
  )
  // Nobody can agree that something was due before it was agreed on.
  if ((rows[0]?.dueDate ?? '') < agreedOn) throw new Refusal('INPUT_INVALID')
  return rows.map((row, index) => ({
    ...row,
    no: loan.lastNo + row.no,
    interest: row.interest + (index === 0 ? kept : 0),
  }))
}

function orInvalid<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) throw new Refusal('INPUT_INVALID')
    throw error
  }
}

const sum = (parts: readonly number[]): number => parts.reduce((before, part) => before + part, 0)

/** The new installments, shared among the fundings. */
async function shareTerms(
  tx: Transaction,
  { loanId, lastNo }: ChangingLoan,
  version: number,
  terms: readonly Installment[],
): Promise<NewTerms> {
  const fundings = await fundingBalances(tx, loanId)
  const shares = splitSchedule(
    fundings.map(({ principalDue }) => principalDue),
    terms,
  )
  return {
    loanId,
    version,
    firstNo: lastNo + 1,
    interestDue: sum(terms.map(({ interest }) => interest)),
    shares: fundings.map(({ lenderId, fundingId }, index) => {
      const share = shares[index] ?? { principal: [], interest: [] }
      return { lenderId, fundingId, share, interestDue: sum(share.interest) }
    }),
  }
}
