import type { Context } from '../../context.ts'
import {
  businessToday,
  lockOwners,
  postMany,
  scheduleFundings,
  type AllocationOrder,
} from '../../books/index.ts'
import { type Asked, batchMutation, type Effect, single } from '../../platform/commands/command.ts'
import { hashInput } from '../../platform/commands/idempotency.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { ChangedMeanwhile } from '../../platform/db/failures.ts'
import { Refusal } from '../../platform/refusal.ts'
import { scheduleTerms } from '../disbursement/index.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { insertTerms } from '../offers/index.ts'
import { sum } from '../../platform/sum.ts'
import { openBalance, type OpenedBalance, type OpenedLoan } from './open-balance.ts'
import { openService, type Opened } from './open-service.ts'
import type { Opening } from './opening-schedule.ts'
import {
  claimLoans,
  type DraftLoan,
  findDraftLoans,
  insertTakenOver,
  lendersByPhone,
  type TakenOver,
  type TakenPart,
  usedReferences,
} from './store.ts'

export type TakeOverLoan = {
  loanNumber: string
  /** The lender parts, which must add up to the whole loan. */
  parts: readonly TakenPart[]
  /** The order in which the loan's agreements allocate a payment; by default the configured one. */
  allocation?: AllocationOrder
  /**
   * The balance at the end of a day, if the loan was paid out before: no cash moves, and it becomes ACTIVE immediately.
   */
  opening?: Pick<Opening, 'asOf' | 'disbursedOn' | 'daysLate'>
  /** The highest rounding difference of an opening balance in whole rupiah; by default `defaultTolerance`. */
  tolerance?: number
}

/** A rounding difference up to this many rupiah makes no taken-over loan late. */
export const defaultTolerance = 1_000

export type TakenOverLoan = {
  loanId: number
  /** Whole rupiah. */
  amount: number
  fundings: number
  /** Whether it was taken over before with the same parts, so that nothing changed now. */
  known: boolean
  /** How the loan stands in the books by its opening balance; null for a loan that was not paid out before. */
  opened: OpenedBalance | null
}

/**
 * Takes over loans that were funded in another system: a draft becomes FUNDED, and its lenders' money, which they must
 * have here as cash, goes to its escrow account. A loan that was paid out before is taken over with its opening
 * balance: it becomes ACTIVE, and its lenders need no cash. The signed agreements stay in the operator's archive; their
 * references are stored. The same parts again count as known. Locks the cash accounts by id, then the positions, like a
 * funding.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DRAFT, LOAN_TAKEN_OVER (with other parts), PHONE_UNREGISTERED,
 *   PARTS_NOT_TOTAL, CASH_TOO_LOW, AGREEMENT_REUSED, DATE_IN_FUTURE, INPUT_INVALID, and for an opening balance that
 *   contradicts the terms OPENING_PRINCIPAL_ABOVE, OPENING_INTEREST_ABOVE, OPENING_PRINCIPAL_AHEAD,
 *   OPENING_INTEREST_AHEAD, OPENING_RESIDUE, OPENING_LATENESS. A refusal names the part at fault
 */
export const takeOverLoans = batchMutation<Context, TakeOverLoan, TakenOverLoan>({
  operation: 'takeOverLoan',
  permit: ['operator'],
  secondPair: { amount: ({ parts }) => sum(parts.map(({ amount }) => amount)) },
  async run(tx, requests, context) {
    const known = await findOut(tx, requests)
    const decided = requests.map(({ input }) => decide(context, known, input))
    const taken = decided.flatMap((one) => ('taken' in one ? [one.taken] : []))
    if (taken.length > 0) await write(tx, context, taken)
    return decided.map((one): Effect<TakenOverLoan> | Refusal =>
      one instanceof Refusal
        ? one
        : 'taken' in one
          ? takeOverEffect(one.taken.loan, one.taken.fundings.length, false, one.balance)
          : takeOverEffect(one.before, one.before.fundings, true, one.balance),
    )
  },
})

export const takeOverLoan = single(takeOverLoans)

type Known = {
  now: BusinessDate
  loans: Map<string, DraftLoan>
  /** The id of the lender by phone number. */
  lenders: Map<string, number>
  /** The cash account and its free balance in whole rupiah, by lender. */
  cash: Map<number, { account: number; free: number }>
  /** References of archived agreements, including those of earlier decisions. */
  references: Set<string>
}

async function findOut(
  tx: Transaction,
  requests: readonly Asked<TakeOverLoan, 'operator'>[],
): Promise<Known> {
  const inputs = requests.map(({ input }) => input)
  const parts = inputs.flatMap((input) => input.parts)
  const lenders = await lendersByPhone(tx, [...new Set(parts.map(({ lenderPhone }) => lenderPhone))])
  const accounts = await lockOwners(tx, 'LENDER_CASH', [...lenders.values()])
  // Read after the lock, so that a concurrent take-over that held the lock is visible.
  const loans = await findDraftLoans(
    tx,
    inputs.map(({ loanNumber }) => loanNumber),
  )
  const references = await usedReferences(
    tx,
    parts.map(({ agreement }) => agreement.reference),
  )
  const cash = new Map(
    [...accounts].map(([lenderId, { id, balance, held }]) => [
      lenderId,
      { account: id, free: balance - held },
    ]),
  )
  return { now: await businessToday(tx), loans, lenders, cash, references }
}

type Decided =
  | { taken: TakenOver; balance: OpenedBalance | null }
  | { before: DraftLoan & { fundings: number }; balance: OpenedBalance | null }

function decide(context: Context, known: Known, input: TakeOverLoan): Decided | Refusal {
  const loan = known.loans.get(input.loanNumber)
  if (!loan) return new Refusal('LOAN_NOT_FOUND')
  const { parts } = input
  const hash = hashOf(input)
  const before = loan.takenOver
  if (before && !before.hash.equals(hash)) return new Refusal('LOAN_TAKEN_OVER')
  const refusal = before ? null : refuse(known, loan, input)
  if (refusal) return refusal
  const opened = open(loan, input)
  if (opened instanceof Refusal) return opened
  const balance = opened?.balance ?? null
  if (before) return { before: { ...loan, fundings: before.fundings }, balance }
  remember(known, parts, opened === null)
  loan.takenOver = { hash, fundings: parts.length }
  const taken = begin(context, known, loan, { ...input, parts: opened?.parts ?? parts }, hash)
  return { taken: { ...taken, ...(opened ? { opened } : {}) }, balance }
}

/** The hash of all that is said of a loan, by which the same again is known. */
export const hashOf = ({ parts, opening, allocation }: TakeOverLoan): Buffer =>
  hashInput(opening ? { parts, opening, allocation } : allocation ? [parts, allocation] : parts)

function remember(known: Known, parts: readonly TakenPart[], usesCash: boolean): void {
  for (const { lenderPhone, amount, agreement } of parts) {
    const cash = known.cash.get(known.lenders.get(lenderPhone) ?? 0)
    if (cash && usesCash) cash.free -= amount
    known.references.add(agreement.reference)
  }
}

const open = (loan: DraftLoan, { opening, parts, tolerance }: TakeOverLoan): OpenedLoan | Refusal | null =>
  opening ? openBalance(loan, opening, parts, tolerance ?? defaultTolerance) : null

function refuse(known: Known, loan: DraftLoan, input: TakeOverLoan): Refusal | null {
  const { parts, opening } = input
  if (loan.status !== 'DRAFT' || loan.ofProduct) return new Refusal('LOAN_NOT_DRAFT')
  if (opening && (opening.asOf > known.now || opening.disbursedOn > opening.asOf))
    return new Refusal('DATE_IN_FUTURE', { part: 0 })
  const references = new Set(known.references)
  for (const [place, part] of parts.entries()) {
    const refusal = refusePart(known, input, place, references)
    if (refusal) return refusal
    references.add(part.agreement.reference)
  }
  if (sum(parts.map(({ amount }) => amount)) !== loan.total)
    return new Refusal('PARTS_NOT_TOTAL', { amount: loan.total })
  return opening ? null : refuseCash(known, parts)
}

/**
 * Why one part cannot be taken over, for its own content or because its agreement is recorded already; null if it can.
 */
function refusePart(
  known: Known,
  { parts, opening }: TakeOverLoan,
  place: number,
  references: ReadonlySet<string>,
): Refusal | null {
  const one = parts[place]
  if (!one || !isSound(one.amount, one.agreement) || (one.opening === undefined) !== (opening === undefined))
    return new Refusal('INPUT_INVALID', { part: place })
  const { amount, signedOn, lenderPhone, agreement, opening: left } = one
  if (left && !Object.values(left).every(isPart)) return new Refusal('INPUT_INVALID', { part: place })
  if (left && left.principalLeft > amount)
    return new Refusal('OPENING_PRINCIPAL_ABOVE', { amount, part: place })
  if (signedOn > (opening?.disbursedOn ?? known.now)) return new Refusal('DATE_IN_FUTURE', { part: place })
  if (!known.lenders.has(lenderPhone)) return new Refusal('PHONE_UNREGISTERED', { part: place })
  return references.has(agreement.reference) ? new Refusal('AGREEMENT_REUSED', { part: place }) : null
}

function refuseCash(known: Known, parts: readonly TakenPart[]): Refusal | null {
  const wanted = new Map<string, number>()
  for (const [part, { lenderPhone, amount }] of parts.entries()) {
    const theirs = (wanted.get(lenderPhone) ?? 0) + amount
    const free = known.cash.get(known.lenders.get(lenderPhone) ?? 0)?.free ?? 0
    if (free < theirs) return new Refusal('CASH_TOO_LOW', { amount: free, part })
    wanted.set(lenderPhone, theirs)
  }
  return null
}

const isPart = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0

const isSound = (amount: number, { reference, sha256 }: TakenPart['agreement']): boolean =>
  Number.isSafeInteger(amount) &&
  amount > 0 &&
  reference.length >= 1 &&
  reference.length <= 100 &&
  /^[0-9a-f]{64}$/.test(sha256)

/** Prepares the fundings of the parts. Expected interest is computed from the schedule of each. */
function begin(
  { random }: Context,
  known: Known,
  loan: DraftLoan,
  { parts, allocation }: TakeOverLoan,
  hash: Buffer,
): TakenOver {
  const { shares } = scheduleFundings(
    parts.map(({ amount }) => amount),
    scheduleTerms(loan, known.now),
  )
  const fundings = parts.map((part, place) => {
    const lenderId = known.lenders.get(part.lenderPhone) ?? 0
    return {
      ...part,
      id: random.uuid(),
      lenderId,
      account: known.cash.get(lenderId)?.account ?? 0,
      expectedInterest: sum(shares[place]?.interest ?? []),
    }
  })
  return { loan, hash, fundings, allocation }
}

async function write(tx: Transaction, context: Context, taken: readonly TakenOver[]): Promise<void> {
  const claimed = await claimLoans(
    tx,
    taken.map(({ loan }) => loan.loanId),
  )
  // A loan was offered or cancelled meanwhile. The transaction is rolled back and retried.
  if (claimed !== taken.length) throw new ChangedMeanwhile('a loan')
  if (!(await insertTakenOver(tx, taken))) throw new ChangedMeanwhile('the archive')
  const { random, config } = context
  for (const [allocation, ofIt] of Map.groupBy(taken, (one) => one.allocation)) {
    await insertTerms(
      tx,
      config,
      ofIt.map(({ loan }) => loan.loanId),
      allocation,
    )
  }
  const opened = taken.filter((one): one is Opened => one.opened !== undefined)
  if (opened.length > 0) await openService(tx, context, opened)
  const breaches = await postMany(
    tx,
    taken
      .filter((one) => !one.opened)
      .flatMap(({ loan, fundings }) =>
        fundings.map(({ id, account, amount }) => ({
          id: random.uuid(),
          kind: 'FUNDING' as const,
          ref: id,
          movements: [{ debit: account, credit: loan.escrowAccount, amount }],
          newId: random.uuid,
        })),
      ),
  )
  for (const breach of breaches) if (breach) throw breach
}

function takeOverEffect(
  loan: DraftLoan,
  fundings: number,
  known: boolean,
  opened: OpenedBalance | null,
): Effect<TakenOverLoan> {
  const answer = { loanId: loan.loanId, amount: loan.total, fundings, known, opened }
  return {
    answer,
    subject: `loan:${loan.loanId}`,
    detail: { amount: loan.total, fundings, ...(known ? { known } : {}) },
  }
}
