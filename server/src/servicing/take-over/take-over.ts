import type { Context } from '../../context.ts'
import { lockOwners, postMany } from '../../ledger/index.ts'
import { type Asked, batchMutation } from '../../platform/batch/batch-mutation.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type Effect, hashInput } from '../../platform/mutation.ts'
import { Refusal } from '../../platform/refusal.ts'
import { scheduleFrom } from '../disburse.ts'
import { today } from '../loan-store.ts'
import type { BusinessDate } from '../schedule/index.ts'
import { shareOut } from '../shares/split-schedule.ts'
import { single } from '../single.ts'
import {
  claimLoans,
  type DraftLoan,
  findDraftLoans,
  insertTakenOver,
  lendersByPhone,
  type TakenOver,
  usedReferences,
} from './store.ts'

/** One lender's part of a loan that was funded elsewhere. */
export type TakenPart = {
  /** national number without +62 */
  lenderPhone: string
  /** rupiah, above 0 */
  amount: number
  /** when its agreement was signed; not after today */
  signedOn: BusinessDate
  /** the signed agreement, by its name in the operator's archive (1 to 100 characters) and its hexadecimal SHA-256 */
  agreement: { reference: string; sha256: string }
}

export type TakeOverLoan = {
  loanNumber: string
  /** All of them: together they are the loan. */
  parts: readonly TakenPart[]
}

export type TakenOverLoan = {
  loanId: number
  /** rupiah */
  amount: number
  fundings: number
  /** It was taken over before, with the same parts; nothing moved now. */
  known: boolean
}

/**
 * Takes loans over that were funded elsewhere: a draft becomes FUNDED, and the money of its lenders, which they have
 * here as cash, goes to its escrow account. What was signed stays in the operator's archive and is named here. The same
 * parts again are known.
 * Refuses LOAN_NOT_FOUND, LOAN_NOT_DRAFT, LOAN_TAKEN_OVER (with other parts), PHONE_UNREGISTERED, PARTS_NOT_TOTAL,
 * CASH_TOO_LOW, AGREEMENT_REUSED, DATE_IN_FUTURE, INPUT_INVALID.
 *
 * Locks the cash accounts in the order of their ids, then the positions, like a funding.
 */
export const takeOverLoans = batchMutation<Context, TakeOverLoan, TakenOverLoan>({
  operation: 'takeOverLoan',
  permit: ['operator'],
  async run(tx, requests, world) {
    const known = await findOut(tx, requests)
    const decided = requests.map(({ input }) => decide(world, known, input))
    const taken = decided.filter((one): one is TakenOver => 'fundings' in one)
    if (taken.length > 0) await write(tx, world, taken)
    return decided.map((one): Effect<TakenOverLoan> | Refusal =>
      'fundings' in one
        ? tell(one.loan, one.fundings.length, false)
        : one instanceof Refusal
          ? one
          : tell(one.before, one.before.fundings, true),
    )
  },
})

/** Takes one loan over. */
export const takeOverLoan = single(takeOverLoans)

/** What the decisions go by; it moves on with each of them. */
type Known = {
  now: BusinessDate
  loans: Map<string, DraftLoan>
  /** Lender by phone. */
  lenders: Map<string, number>
  /** Cash account and what is free on it, by lender. */
  cash: Map<number, { account: number; free: number }>
  /** References of agreements that are archived for another loan. */
  references: Set<string>
}

async function findOut(tx: Transaction, requests: readonly Asked<TakeOverLoan>[]): Promise<Known> {
  const inputs = requests.map(({ input }) => input)
  const parts = inputs.flatMap((input) => input.parts)
  const lenders = await lendersByPhone(tx, [...new Set(parts.map(({ lenderPhone }) => lenderPhone))])
  const accounts = await lockOwners(tx, 'LENDER_CASH', [...lenders.values()])
  // Behind the lock, so that whoever waited for another one's take-over sees it.
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
  return { now: await today(tx), loans, lenders, cash, references }
}

type Before = { before: DraftLoan & { fundings: number } }

function decide(world: Context, known: Known, input: TakeOverLoan): TakenOver | Before | Refusal {
  const loan = known.loans.get(input.loanNumber)
  if (!loan) return new Refusal('LOAN_NOT_FOUND')
  const hash = hashInput(input.parts)
  if (loan.takenOver) {
    if (!loan.takenOver.hash.equals(hash)) return new Refusal('LOAN_TAKEN_OVER')
    return { before: { ...loan, fundings: loan.takenOver.fundings } }
  }
  const refusal = refuse(known, loan, input.parts)
  if (refusal) return refusal
  for (const { lenderPhone, amount, agreement } of input.parts) {
    const cash = known.cash.get(known.lenders.get(lenderPhone) ?? 0)
    if (cash) cash.free -= amount
    known.references.add(agreement.reference)
  }
  loan.takenOver = { hash, fundings: input.parts.length }
  return begin(world, known, loan, input.parts, hash)
}

function refuse(known: Known, loan: DraftLoan, parts: readonly TakenPart[]): Refusal | null {
  if (loan.status !== 'DRAFT' || loan.ofProduct) return new Refusal('LOAN_NOT_DRAFT')
  const wanted = new Map<number, number>()
  const references = new Set(known.references)
  for (const { lenderPhone, amount, signedOn, agreement } of parts) {
    if (!isSound(amount, agreement)) return new Refusal('INPUT_INVALID')
    if (signedOn > known.now) return new Refusal('DATE_IN_FUTURE')
    const lenderId = known.lenders.get(lenderPhone)
    if (lenderId === undefined) return new Refusal('PHONE_UNREGISTERED')
    if (references.has(agreement.reference)) return new Refusal('AGREEMENT_REUSED')
    references.add(agreement.reference)
    wanted.set(lenderId, (wanted.get(lenderId) ?? 0) + amount)
  }
  const sum = parts.reduce((total, { amount }) => total + amount, 0)
  if (sum !== loan.total) return new Refusal('PARTS_NOT_TOTAL', { amount: loan.total })
  for (const [lenderId, amount] of wanted) {
    const free = known.cash.get(lenderId)?.free ?? 0
    if (free < amount) return new Refusal('CASH_TOO_LOW', { amount: free })
  }
  return null
}

const isSound = (amount: number, { reference, sha256 }: TakenPart['agreement']): boolean =>
  Number.isSafeInteger(amount) &&
  amount > 0 &&
  reference.length >= 1 &&
  reference.length <= 100 &&
  /^[0-9a-f]{64}$/.test(sha256)

/** The fundings that the parts become. Expected interest is by the schedule of a loan that is paid out at once. */
function begin(
  { random }: Context,
  known: Known,
  loan: DraftLoan,
  parts: readonly TakenPart[],
  hash: Buffer,
): TakenOver {
  const installments = scheduleFrom(loan, known.now)
  const interest = shareOut(
    installments.reduce((sum, installment) => sum + installment.interest, 0),
    parts.map(({ amount }) => amount),
  )
  const fundings = parts.map((part, place) => {
    const lenderId = known.lenders.get(part.lenderPhone) ?? 0
    return {
      ...part,
      id: random.uuid(),
      lenderId,
      account: known.cash.get(lenderId)?.account ?? 0,
      expectedInterest: interest[place] ?? 0,
    }
  })
  return { loan, hash, fundings }
}

async function write(tx: Transaction, { random }: Context, taken: readonly TakenOver[]): Promise<void> {
  const claimed = await claimLoans(
    tx,
    taken.map(({ loan }) => loan.loanId),
  )
  // A loan that is offered by now, or was withdrawn: all of it is undone and decided again.
  if (claimed !== taken.length) throw again('a loan')
  if (!(await insertTakenOver(tx, taken))) throw again('the archive')
  const breaches = await postMany(
    tx,
    taken.flatMap(({ loan, fundings }) =>
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

const again = (what: string): Error =>
  Object.assign(new Error(`${what} was changed by another request meanwhile`), { code: '40001' })

function tell(loan: DraftLoan, fundings: number, known: boolean): Effect<TakenOverLoan> {
  const answer = { loanId: loan.loanId, amount: loan.total, fundings, known }
  return {
    answer,
    subject: `loan:${loan.loanId}`,
    detail: { amount: loan.total, fundings, ...(known ? { known } : {}) },
  }
}
