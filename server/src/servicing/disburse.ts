import type { Context } from '../context.ts'
import { openAccounts, postMany } from '../ledger/index.ts'
import { batchMutation } from '../platform/batch/batch-mutation.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import type { Effect } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  activate,
  type Beginning,
  findFundedLoans,
  type FundedLoan,
  insertBalances,
  insertFundingSchedules,
  insertInstallments,
  insertServicing,
  type SettledFunding,
  settledFundings,
} from './disburse-store.ts'
import { today } from './loan-store.ts'
import { type BusinessDate, type Installment, makeSchedule } from './schedule/index.ts'
import { splitSchedule } from './shares/split-schedule.ts'
import { single } from './single.ts'

/** `disbursedOn` is the value date, today where it is left out. */
export type DisburseLoan = { loanNumber: string; disbursedOn?: BusinessDate }

export type DisbursedLoan = {
  loanId: number
  disbursedOn: BusinessDate
  /** Rupiah. */
  amount: number
  installments: number
  fundings: number
}

/**
 * Pays loans out to their borrowers: the escrow is emptied, the schedule begins on the day of payment, and each
 * funding gets its share of each installment.
 * Refuses LOAN_NOT_FOUND, LOAN_NOT_FUNDED, LOAN_DISBURSED, DATE_IN_FUTURE.
 */
export const disburseLoans = batchMutation<Context, DisburseLoan, DisbursedLoan>({
  operation: 'disburseLoan',
  permit: ['operator'],
  async run(tx, requests, world) {
    const now = await today(tx)
    const loans = await findFundedLoans(
      tx,
      requests.map(({ input }) => input.loanNumber),
    )
    const fundings = await settledFundings(
      tx,
      [...loans.values()].map(({ loanId }) => loanId),
    )
    const taken = new Set<number>()
    const decided = requests.map(({ input }): Beginning | Refusal => {
      const loan = loans.get(input.loanNumber)
      const disbursedOn = input.disbursedOn ?? now
      if (!loan) return new Refusal('LOAN_NOT_FOUND')
      if (taken.has(loan.loanId)) return new Refusal('LOAN_DISBURSED')
      const refusal = refuse(loan, disbursedOn, now)
      if (refusal) return refusal
      taken.add(loan.loanId)
      return begin(world, loan, disbursedOn, fundings.get(loan.loanId) ?? [])
    })
    const begun = decided.filter((one): one is Beginning => !(one instanceof Refusal))
    const done = begun.length > 0 ? await write(tx, world, begun) : new Set<number>()
    return decided.map((one): Effect<DisbursedLoan> | Refusal => {
      if (one instanceof Refusal) return one
      return done.has(one.loan.loanId) ? tell(one) : new Refusal('LOAN_DISBURSED')
    })
  },
})

/** Pays one loan out. */
export const disburseLoan = single(disburseLoans)

function refuse(loan: FundedLoan, on: BusinessDate, now: BusinessDate): Refusal | null {
  if (['ACTIVE', 'REPAID', 'RESTRUCTURED', 'WRITTEN_OFF'].includes(loan.status))
    return new Refusal('LOAN_DISBURSED')
  if (loan.status !== 'FUNDED') return new Refusal('LOAN_NOT_FUNDED')
  return on > now ? new Refusal('DATE_IN_FUTURE') : null
}

/** The schedule of a loan that is paid out on a day. */
export const scheduleFrom = (
  { total, interest, interestType, tenor, tenorPeriod }: FundedLoan,
  startDate: BusinessDate,
): Installment[] =>
  makeSchedule({ principal: total, annualRate: interest, interestType, tenor, tenorPeriod, startDate })

/**
 * What follows from paying a loan out. Penalty and interest together never exceed the principal
 * (SEOJK 19/SEOJK.06/2023 caps economic benefit and late charges together at 100% of the funding).
 */
function begin(
  { config, random }: Context,
  loan: FundedLoan,
  disbursedOn: BusinessDate,
  fundings: readonly SettledFunding[],
): Beginning {
  const installments = scheduleFrom(loan, disbursedOn)
  const shares = splitSchedule(
    fundings.map(({ amount }) => amount),
    installments,
  )
  const interest = installments.reduce((sum, installment) => sum + installment.interest, 0)
  const limit = Math.floor(loan.total * config.PENALTY_MAXIMUM_FRACTION)
  return {
    loan,
    disbursedOn,
    clearingAccount: random.id(),
    penaltyPpmPerDay: Math.round(config.PENALTY_DAILY_FRACTION * 1_000_000),
    penaltyLimit: Math.max(0, Math.min(limit, loan.total - interest)),
    installments,
    fundings: fundings.map((funding, index) => ({
      ...funding,
      share: shares[index] ?? { principal: [], interest: [] },
    })),
  }
}

/** Writes it, in the order of locks of `lockServicing`; gives the loans that were not paid out before. */
async function write(tx: Transaction, { random }: Context, all: readonly Beginning[]): Promise<Set<number>> {
  const done = await insertServicing(tx, all)
  const begun = all.filter(({ loan }) => done.has(loan.loanId))
  await openAccounts(
    tx,
    'BORROWER_CLEARING',
    begun.map(({ clearingAccount, loan }) => ({ id: clearingAccount, ownerId: loan.loanId })),
  )
  const breaches = await postMany(
    tx,
    begun.map(({ loan, clearingAccount }) => ({
      id: random.uuid(),
      kind: 'DISBURSEMENT' as const,
      ref: String(loan.loanId),
      movements: [{ debit: loan.escrowAccount, credit: clearingAccount, amount: loan.total }],
      newId: random.uuid,
    })),
  )
  for (const breach of breaches) if (breach) throw breach
  await insertInstallments(
    tx,
    begun.flatMap(({ loan, installments }) =>
      installments.map((installment) => ({ ...installment, loanId: loan.loanId, version: 1 })),
    ),
  )
  await insertFundingSchedules(
    tx,
    begun.flatMap(({ fundings }) => fundings.map((funding) => ({ ...funding, version: 1, firstNo: 1 }))),
  )
  await insertBalances(tx, begun)
  // A loan that was withdrawn since it was read is not FUNDED any more: all of it is undone and decided again.
  if ((await activate(tx, begun)) !== begun.length) {
    throw Object.assign(new Error('a loan was changed by another request meanwhile'), { code: '40001' })
  }
  return done
}

function tell({ loan, disbursedOn, installments, fundings }: Beginning): Effect<DisbursedLoan> {
  const answer = {
    loanId: loan.loanId,
    disbursedOn,
    amount: loan.total,
    installments: installments.length,
    fundings: fundings.length,
  }
  return { answer, subject: `loan:${loan.loanId}`, detail: { amount: loan.total, disbursedOn } }
}
