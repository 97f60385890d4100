import { fundedSum } from './funded-loans.ts'
import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import {
  businessToday,
  openAccounts,
  postMany,
  type Installment,
  buildSchedule,
  type ScheduleTerms,
  scheduleFundings,
} from '../../books/index.ts'
import { enqueuePaidOut } from '../../documents/index.ts'
import { batchMutation, type Effect, single } from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { ChangedMeanwhile } from '../../platform/db/failures.ts'
import { type Outcome, Refusal } from '../../platform/refusal.ts'
import type { Config } from '../../platform/settings/config.ts'
import { isProduction } from '../../platform/settings/production.ts'
import { sum } from '../../platform/sum.ts'
import {
  activate,
  areFunded,
  type Disbursement,
  findFundedLoans,
  type FundedLoan,
  insertBalances,
  insertFundingSchedules,
  insertInstallments,
  insertServicing,
  type LoanToDisburse,
  noteDisbursed,
  type SettledFunding,
  settledFundings,
  type UndoneDisbursement,
  undoneDisbursements,
} from './store.ts'
import { performInBatches } from './in-batches.ts'
import { orderedLoans } from './ordered.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

/** `disbursedOn` is the value date; today by default. */
export type DisburseLoan = { loanNumber: string; disbursedOn?: BusinessDate }

export type DisbursedLoan = {
  loanId: number
  disbursedOn: BusinessDate
  /** The amount paid out, in whole rupiah. */
  amount: number
  installments: number
  fundings: number
}

/**
 * Pays loans out to their borrowers by the word of an operator.
 * @throws Refusal DISBURSEMENT_NEEDS_LINE where only the bank's line counts, LOAN_ORDERED while the bank has an order, and
 *   those of disburseInside
 */
export const disburseLoans = batchMutation<Context, DisburseLoan, DisbursedLoan>({
  operation: 'disburseLoan',
  permit: ['operator'],
  secondPair: { read: async (db, { loanNumber }) => (await fundedSum(db, [loanNumber])).amount },
  async run(tx, requests, context) {
    return disburseInside(
      tx,
      context,
      requests.map(({ input }) => input),
      { byWord: true },
    )
  },
})

/** Whether a loan is disbursed by nothing but a line of the bank's statement. */
const byLineOnly = ({ DISBURSEMENT_BY, NODE_ENV }: Config): boolean =>
  (DISBURSEMENT_BY ?? (isProduction({ NODE_ENV }) ? 'line' : 'operator')) === 'line'

/**
 * Pays loans out within the caller's transaction. The escrow account of each loan is emptied, and the schedule of each
 * funding begins on that day, as in its agreement; the installments of the loan are the sums of these schedules.
 * @returns for each request, in order, what was done, or the refusal LOAN_NOT_FOUND, LOAN_NOT_FUNDED, LOAN_DISBURSED,
 *   DATE_IN_FUTURE or DATE_BEFORE_FUNDING
 */
export async function disburseInside(
  tx: Transaction,
  context: Context,
  requests: readonly DisburseLoan[],
  { byWord }: { byWord: boolean },
): Promise<(Effect<DisbursedLoan> | Refusal)[]> {
  const now = await businessToday(tx)
  const loans = await findFundedLoans(
    tx,
    requests.map(({ loanNumber }) => loanNumber),
  )
  const ids = [...loans.values()].map(({ loanId }) => loanId)
  const fundings = await settledFundings(tx, ids)
  const undone = await undoneDisbursements(tx, ids)
  const ordered = byWord ? await orderedLoans(tx, ids) : new Set<number>()
  const taken = new Set<number>()
  const decided = requests.map(({ loanNumber, ...input }): Disbursement | Refusal => {
    const loan = loans.get(loanNumber)
    const disbursedOn = input.disbursedOn ?? now
    if (!loan) return new Refusal('LOAN_NOT_FOUND')
    if (taken.has(loan.loanId)) return new Refusal('LOAN_DISBURSED')
    const settled = fundings.get(loan.loanId) ?? []
    const refusal = refuse(loan, disbursedOn, now, settled)
    if (refusal) return refusal
    if (byWord && byLineOnly(context.config)) return new Refusal('DISBURSEMENT_NEEDS_LINE')
    if (ordered.has(loan.loanId)) return new Refusal('LOAN_ORDERED')
    // A loan that was cancelled after it was read has no settled fundings any more.
    if (sum(settled.map(({ amount }) => amount)) !== loan.total) throw new ChangedMeanwhile('a loan')
    taken.add(loan.loanId)
    return begin(context, loan, disbursedOn, settled, undone.get(loan.loanId))
  })
  const begun = decided.filter((one): one is Disbursement => !(one instanceof Refusal))
  const done = begun.length > 0 ? await write(tx, context, begun) : new Set<number>()
  // An order may have been made until the positions were locked. The transaction is retried, and refuses then.
  if (byWord && (await orderedLoans(tx, [...done])).size > 0) throw new ChangedMeanwhile('a loan')
  return decided.map((one): Effect<DisbursedLoan> | Refusal => {
    if (one instanceof Refusal) return one
    return done.has(one.loan.loanId) ? disbursementEffect(one) : new Refusal('LOAN_DISBURSED')
  })
}

export const disburseLoan = single(disburseLoans)

/** Pays many loans out, up to some hundred per transaction. */
export const disburseMany = (
  context: Context,
  actor: ActorOf<'operator'>,
  loans: readonly DisburseLoan[],
  options?: { dryRun?: boolean | undefined },
): Promise<Outcome<DisbursedLoan>[]> => performInBatches(context, actor, disburseLoans, loans, options)

function refuse(
  loan: FundedLoan,
  on: BusinessDate,
  now: BusinessDate,
  fundings: readonly SettledFunding[],
): Refusal | null {
  if (['ACTIVE', 'REPAID', 'RESTRUCTURED', 'WRITTEN_OFF'].includes(loan.status))
    return new Refusal('LOAN_DISBURSED')
  if (loan.status !== 'FUNDED') return new Refusal('LOAN_NOT_FUNDED')
  if (on > now) return new Refusal('DATE_IN_FUTURE')
  return fundings.some(({ fundedOn }) => on < fundedOn) ? new Refusal('DATE_BEFORE_FUNDING') : null
}

/** The schedule of the whole loan, computed as a unit, as the previous system did; for loans that were taken over. */
export const scheduleFrom = (loan: FundedLoan, startDate: BusinessDate): Installment[] =>
  buildSchedule({ ...scheduleTerms(loan, startDate), principal: loan.total })

/** The terms for the schedules of a loan's fundings when it is paid out on this day. */
export const scheduleTerms = (
  { interest, interestType, tenor, tenorPeriod }: FundedLoan,
  startDate: BusinessDate,
): Omit<ScheduleTerms, 'principal'> => ({ annualRate: interest, interestType, tenor, tenorPeriod, startDate })

/**
 * Prepares the disbursement of a loan. Penalty and interest together never exceed the principal (SEOJK 19/SEOJK.06/2023
 * caps economic benefit and late charges together at 100% of the funding).
 */
function begin(
  { random }: Context,
  loan: LoanToDisburse,
  disbursedOn: BusinessDate,
  fundings: readonly SettledFunding[],
  undone: UndoneDisbursement | undefined,
): Disbursement {
  const { installments, shares } = scheduleFundings(
    fundings.map(({ amount }) => amount),
    scheduleTerms(loan, disbursedOn),
  )
  const interest = sum(installments.map((installment) => installment.interest))
  const limit = Number((BigInt(loan.total) * BigInt(loan.penaltyMaximumPpm)) / 1_000_000n)
  return {
    loan,
    disbursedOn,
    clearingAccount: undone?.clearingAccount ?? random.id(),
    isKnown: undone !== undefined,
    isAgreed: true,
    version: (undone?.version ?? 0) + 1,
    firstNo: (undone?.lastNo ?? 0) + 1,
    penaltyLimit: Math.max(0, Math.min(limit, loan.total - interest)),
    installments,
    fundings: fundings.map((funding, index) => ({
      ...funding,
      share: shares[index] ?? { principal: [], interest: [] },
    })),
  }
}

/**
 * Writes the disbursements in the lock order of `lockServicing`.
 * @returns the loans that had not been paid out before
 */
async function write(
  tx: Transaction,
  { random }: Context,
  all: readonly Disbursement[],
): Promise<Set<number>> {
  const done = await insertServicing(tx, all)
  const begun = all.filter(({ loan }) => done.has(loan.loanId))
  await openAccounts(
    tx,
    'BORROWER_CLEARING',
    begun
      .filter(({ isKnown }) => !isKnown)
      .map(({ clearingAccount, loan }) => ({ id: clearingAccount, ownerId: loan.loanId })),
  )
  const journals = begun.map((one) => ({ ...one, journalId: random.uuid() }))
  const breaches = await postMany(
    tx,
    journals.map(({ loan, clearingAccount, journalId }) => ({
      id: journalId,
      kind: 'DISBURSEMENT' as const,
      ref: String(loan.loanId),
      movements: [{ debit: loan.escrowAccount, credit: clearingAccount, amount: loan.total }],
      newId: random.uuid,
    })),
  )
  const breach = breaches.find((one) => one !== null)
  // The escrow account of a loan that was cancelled after it was read is empty.
  if (breach) throw (await areFunded(tx, begun)) ? breach : new ChangedMeanwhile('a loan')
  await insertInstallments(
    tx,
    begun.flatMap(({ loan, installments, version, firstNo }) =>
      installments.map((installment) => ({
        ...installment,
        no: installment.no + firstNo - 1,
        loanId: loan.loanId,
        version,
      })),
    ),
  )
  await insertFundingSchedules(
    tx,
    begun.flatMap(({ fundings, version, firstNo }) =>
      fundings.map((funding) => ({ ...funding, version, firstNo })),
    ),
  )
  await insertBalances(tx, begun)
  // A loan that was cancelled after it was read is no longer FUNDED. The transaction is rolled back and retried.
  if ((await activate(tx, begun)) !== begun.length) {
    throw new ChangedMeanwhile('a loan')
  }
  await noteDisbursed(
    tx,
    journals.map(({ loan: { loanId }, journalId }) => ({ loanId, journalId })),
  )
  await enqueuePaidOut(
    tx,
    begun.map(({ loan: { loanNumber } }) => ({ jobId: random.uuid(), loanNumber })),
  )
  return done
}

function disbursementEffect({
  loan,
  disbursedOn,
  installments,
  fundings,
}: Disbursement): Effect<DisbursedLoan> {
  const answer = {
    loanId: loan.loanId,
    disbursedOn,
    amount: loan.total,
    installments: installments.length,
    fundings: fundings.length,
  }
  return { answer, subject: `loan:${loan.loanId}`, detail: { amount: loan.total, disbursedOn } }
}
