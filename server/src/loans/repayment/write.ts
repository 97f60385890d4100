import type { Context } from '../../context.ts'
import { collectReceivables, type Journal, type Movement, openAccount, postMany } from '../../books/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Allocation, LoanBalance, Repayment } from './decide.ts'
import { type Holders, holdersOf, toHolder } from './holders.ts'
import type { LockedLoans } from './lock-loans.ts'
import {
  claimsOn,
  countPaid,
  insertPayments,
  insertReceived,
  markRepaid,
  type PaidPart,
  type PaymentRow,
  type Touched,
  touchedName,
} from './store.ts'
import { type Claim, type Received, splitPart } from './split-payment.ts'
import { type TaxMonths, taxMonthsOf } from './tax-months.ts'
import { sum } from '../../platform/sum.ts'

export type Decided = {
  payment: Repayment
  balance: LoanBalance
  allocation: Allocation
  settles: boolean
  occurrence: number
  /** Whether it was recorded before, and only its allocation changes. */
  isMoved?: boolean
}

type Shared = { row: PaymentRow; decided: Decided; received: Received[] }

/**
 * Writes payments: the payments, what each funding received, what is still owed, and the transfers. Those of one loan
 * are in their order, each with the balance that the earlier ones leave. Also reduces in memory what may still be charged
 * as penalty and added to close residues on the loans.
 */
export async function writePayments(
  tx: Transaction,
  context: Context,
  locked: LockedLoans,
  all: readonly Decided[],
): Promise<PaymentRow[]> {
  const holders = await holdersOf(tx, [...new Set(all.map(({ balance: { loan } }) => loan.loanId))])
  const shared = await shareAll(tx, context, all, holders)
  const rows = shared.map(({ row }) => row)
  for (const some of oneOfEachLoan(rows)) await insertPayments(tx, some)
  await insertReceived(
    tx,
    shared.flatMap(({ row, received }) => received.map((one) => ({ ...one, paymentId: row.id }))),
    holders,
  )
  await countPaid(
    tx,
    sumsOf(
      shared.flatMap(({ row, decided }) =>
        decided.allocation.parts.map((part) => ({ ...part, loanId: row.loanId })),
      ),
    ),
    shared.flatMap(({ row, decided }) => (decided.allocation.late ? [row.loanId] : [])),
  )
  for (const { row, decided } of shared) {
    decided.balance.loan.penaltyRoom -= row.penalty
    decided.balance.loan.roundingRoom -= row.rounding
  }
  const journals: Journal[] = []
  const platform = await platformAccounts(tx, context, shared)
  for (const one of shared) journals.push(await journalOf(tx, context, locked, platform, one))
  for (const breach of await postMany(tx, journals)) if (breach) throw breach
  const lenders = new Set(shared.flatMap(({ received }) => received.map(({ lenderId }) => lenderId)))
  await collectReceivables(tx, context.random, [...lenders])
  await markRepaid(
    tx,
    rows.filter(({ completes }) => completes).map(({ loanId }) => loanId),
  )
  return rows
}

async function shareAll(
  tx: Transaction,
  { random }: Context,
  all: readonly Decided[],
  holders: Holders,
): Promise<Shared[]> {
  const claims = await claimsOn(tx, touchedBy(all))
  const months = await taxMonthsOf(
    tx,
    [...claims.values(), ...holders.values()].flatMap((some) => some.map(({ lenderId }) => lenderId)),
  )
  const shares = all.map((decided) => sharesOf(decided, claims, holders))
  const taxed = withTax(months, all, shares)
  return all.map((decided, place) => {
    const { payment, balance, allocation, settles, occurrence } = decided
    const { loanId } = balance.loan
    const received = taxed[place] ?? []
    const total = (of: (one: Received) => number) => sum(received.map(of))
    const row: PaymentRow = {
      id: random.uuid(),
      loanId,
      reference: payment.reference,
      paidOn: payment.paidOn,
      settles,
      amount: payment.amount,
      principal: total((one) => one.principal),
      interest: total((one) => one.interest),
      penalty: total((one) => one.penalty),
      fee: payment.fee ?? 0,
      excess: allocation.excess,
      rounding: allocation.rounding,
      tax: total((one) => one.tax),
      askedPenalty: payment.penalty ?? null,
      completes: allocation.completes,
      allocation: balance.loan.allocation,
      occurrence,
    }
    return { row, decided, received }
  })
}

/** What the holder of each funding receives of a payment, which counts in the claims from then on. */
function sharesOf(
  { payment: { paidOn }, balance, allocation: { parts } }: Decided,
  claims: ReadonlyMap<string, Claim[]>,
  holders: Holders,
): Omit<Received, 'tax'>[] {
  const { loanId } = balance.loan
  return parts.flatMap((part) => {
    const some = claims.get(touchedName({ loanId, no: part.no })) ?? []
    const split = splitPart(part, some)
    split.forEach((one, place) => addToClaim(some[place] as Claim, one))
    return split.filter(isSomething).map((share) => toHolder(share, holders, paidOn))
  })
}

/**
 * Withholds the tax of all shares, by payment. Moved payments come first: so what they are taxed is what their
 * negations gave back, and the rupiah by which a new payment rounds the month is in its own tax.
 */
function withTax(
  months: TaxMonths,
  all: readonly Decided[],
  shares: readonly Omit<Received, 'tax'>[][],
): Received[][] {
  const taxed: Received[][] = []
  for (const moved of [true, false]) {
    for (const [place, { isMoved = false }] of all.entries()) {
      if (isMoved === moved) taxed[place] = (shares[place] ?? []).map((share) => months.withhold(share))
    }
  }
  return taxed
}

/** The installments that these payments touch, each once, as they are before the first payment that touches them. */
function touchedBy(all: readonly Decided[]): Touched[] {
  const touched = new Map<string, Touched>()
  for (const { balance, allocation } of all) {
    const { loanId } = balance.loan
    for (const { no } of allocation.parts) {
      const name = touchedName({ loanId, no })
      if (touched.has(name)) continue
      const installment = balance.installments.find((one) => one.no === no)
      const begun = installment ? installment.principalPaid + installment.interestPaid > 0 : false
      touched.set(name, { loanId, no, version: installment?.version ?? 0, begun })
    }
  }
  return [...touched.values()]
}

/** Counts what a funding received, for the payments after it. */
function addToClaim(claim: Claim, { principal, interest }: Omit<Received, 'tax'>): void {
  claim.principalGot += principal
  claim.interestGot += interest
}

/** Groups payments so that each group has each loan at most once, and those of one loan keep their order. */
function oneOfEachLoan(rows: readonly PaymentRow[]): PaymentRow[][] {
  const groups: PaymentRow[][] = []
  for (const ofLoan of Map.groupBy(rows, ({ loanId }) => loanId).values()) {
    for (const [place, row] of ofLoan.entries()) {
      groups[place] ??= []
      groups[place].push(row)
    }
  }
  return groups
}

function sumsOf(parts: readonly PaidPart[]): PaidPart[] {
  const sums = new Map<string, PaidPart>()
  for (const part of parts) {
    const name = touchedName(part)
    const before = sums.get(name)
    if (!before) sums.set(name, { ...part })
    else for (const kind of ['principal', 'interest', 'penalty'] as const) before[kind] += part[kind]
  }
  return [...sums.values()]
}

const isSomething = ({ principal, interest, penalty }: Omit<Received, 'tax'>): boolean =>
  principal + interest + penalty > 0

type PlatformAccounts = { tax: number; fee: number; rounding: number }

async function platformAccounts(
  tx: Transaction,
  { random }: Context,
  shared: readonly Shared[],
): Promise<PlatformAccounts> {
  const has = (part: 'tax' | 'fee' | 'rounding') => shared.some(({ row }) => row[part] > 0)
  return {
    tax: has('tax') ? await openAccount(tx, random.id(), 'TAX_PAYABLE', 0) : 0,
    fee: has('fee') ? await openAccount(tx, random.id(), 'PLATFORM_FEE', 0) : 0,
    rounding: has('rounding') ? await openAccount(tx, random.id(), 'ROUNDING', 0) : 0,
  }
}

/**
 * The journal of a payment: to each lender the amount after tax, to the platform's accounts the tax, fee and excess. The
 * platform puts in what the payment lacks by rounding.
 */
async function journalOf(
  tx: Transaction,
  { random }: Context,
  { cash }: LockedLoans,
  platform: PlatformAccounts,
  { row, decided, received }: Shared,
): Promise<Journal> {
  const { clearingAccount, loanId } = decided.balance.loan
  const net = new Map<number, number>()
  for (const { lenderId, principal, interest, penalty, tax } of received) {
    net.set(lenderId, (net.get(lenderId) ?? 0) + principal + interest + penalty - tax)
  }
  const movements: Movement[] = []
  const pay = (credit: number | undefined, amount: number) => {
    if (credit === undefined) throw new Error(`a lender of loan ${loanId} has no cash account`)
    if (amount > 0) movements.push({ debit: clearingAccount, credit, amount })
  }
  if (row.rounding > 0)
    movements.push({ debit: platform.rounding, credit: clearingAccount, amount: row.rounding })
  for (const [lenderId, amount] of net) pay(cash.get(lenderId), amount)
  pay(platform.tax, row.tax)
  pay(platform.fee, row.fee)
  if (row.excess > 0) pay(await openAccount(tx, random.id(), 'BORROWER_EXCESS', loanId), row.excess)
  return { id: random.uuid(), kind: 'REPAYMENT', ref: row.id, movements, newId: random.uuid }
}
