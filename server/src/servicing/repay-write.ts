import type { Context } from '../context.ts'
import { type Journal, type Movement, openAccount, postMany } from '../ledger/index.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import type { Laid, Repayment, Standing } from './repay-decide.ts'
import type { Held } from './repay.ts'
import {
  claimsOn,
  countPaid,
  insertPayments,
  insertReceived,
  markRepaid,
  type PaymentRow,
  touchedName,
} from './repay-store.ts'
import { type Received, splitPart } from './shares/split-payment.ts'

/** A payment that is taken, and how. */
export type Decided = { payment: Repayment; standing: Standing; laid: Laid; settles: boolean }

type Shared = { row: PaymentRow; decided: Decided; received: Received[] }

/**
 * Writes payments of different loans: what came in, what each funding got of it, what is still owed, and the money.
 * The loans' penalty room is counted on in memory too.
 */
export async function writePayments(
  tx: Transaction,
  world: Context,
  held: Held,
  all: readonly Decided[],
): Promise<PaymentRow[]> {
  const shared = await shareAll(tx, world, all)
  const rows = shared.map(({ row }) => row)
  await insertPayments(tx, rows)
  await insertReceived(
    tx,
    shared.flatMap(({ row, received }) => received.map((one) => ({ ...one, paymentId: row.id }))),
  )
  await countPaid(
    tx,
    shared.flatMap(({ row, decided }) => decided.laid.parts.map((part) => ({ ...part, loanId: row.loanId }))),
  )
  for (const { row, decided } of shared) decided.standing.loan.penaltyRoom -= row.penalty
  const journals: Journal[] = []
  const platform = await platformAccounts(tx, world, shared)
  for (const one of shared) journals.push(await journalOf(tx, world, held, platform, one))
  for (const breach of await postMany(tx, journals)) if (breach) throw breach
  await markRepaid(
    tx,
    rows.filter(({ completes }) => completes).map(({ loanId }) => loanId),
  )
  return rows
}

async function shareAll(tx: Transaction, { random }: Context, all: readonly Decided[]): Promise<Shared[]> {
  const touched = all.flatMap(({ standing: { loan, unpaid }, laid }) =>
    laid.parts.map(({ no }) => {
      const installment = unpaid.find((one) => one.no === no)
      const begun = installment ? installment.principalPaid + installment.interestPaid > 0 : false
      return { loanId: loan.loanId, no, version: installment?.version ?? 0, begun }
    }),
  )
  const claims = await claimsOn(tx, touched)
  return all.map((decided) => {
    const { payment, standing, laid, settles } = decided
    const { loanId } = standing.loan
    const received = laid.parts.flatMap((part) =>
      splitPart(part, claims.get(touchedName({ loanId, no: part.no })) ?? []).filter(isSomething),
    )
    const sum = (of: (one: Received) => number) => received.reduce((total, one) => total + of(one), 0)
    const row: PaymentRow = {
      id: random.uuid(),
      loanId,
      reference: payment.reference,
      paidOn: payment.paidOn,
      settles,
      amount: payment.amount,
      principal: sum((one) => one.principal),
      interest: sum((one) => one.interest),
      penalty: sum((one) => one.penalty),
      fee: payment.fee ?? 0,
      excess: laid.excess,
      tax: sum((one) => one.tax),
      askedPenalty: payment.penalty ?? null,
      completes: laid.completes,
    }
    return { row, decided, received }
  })
}

const isSomething = ({ principal, interest, penalty }: Received): boolean =>
  principal + interest + penalty > 0

type PlatformAccounts = { tax: number; fee: number }

/** The platform's own accounts, opened when something first comes in on them. */
async function platformAccounts(
  tx: Transaction,
  { random }: Context,
  shared: readonly Shared[],
): Promise<PlatformAccounts> {
  const has = (part: 'tax' | 'fee') => shared.some(({ row }) => row[part] > 0)
  return {
    tax: has('tax') ? await openAccount(tx, random.id(), 'TAX_PAYABLE', 0) : 0,
    fee: has('fee') ? await openAccount(tx, random.id(), 'PLATFORM_FEE', 0) : 0,
  }
}

/** One journal for one payment: from the borrower to each lender what reaches him, and to the platform the rest. */
async function journalOf(
  tx: Transaction,
  { random }: Context,
  { cash }: Held,
  platform: PlatformAccounts,
  { row, decided, received }: Shared,
): Promise<Journal> {
  const { clearingAccount, loanId } = decided.standing.loan
  const net = new Map<number, number>()
  for (const { lenderId, principal, interest, penalty, tax } of received) {
    net.set(lenderId, (net.get(lenderId) ?? 0) + principal + interest + penalty - tax)
  }
  const movements: Movement[] = []
  const pay = (credit: number | undefined, amount: number) => {
    if (credit === undefined) throw new Error(`a lender of loan ${loanId} has no cash account`)
    if (amount > 0) movements.push({ debit: clearingAccount, credit, amount })
  }
  for (const [lenderId, amount] of net) pay(cash.get(lenderId), amount)
  pay(platform.tax, row.tax)
  pay(platform.fee, row.fee)
  if (row.excess > 0) pay(await openAccount(tx, random.id(), 'BORROWER_EXCESS', loanId), row.excess)
  return { id: random.uuid(), kind: 'REPAYMENT', ref: row.id, movements, newId: random.uuid }
}
