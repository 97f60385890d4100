import { many, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import { type Account, lockAccounts, lockOwners, openAccount } from './accounts.ts'
import { type Journal, LedgerBreach, type Movement, type TransferKind } from './journal.ts'
import { postMany } from './post-many.ts'

export type ReversalKind =
  | 'REPAYMENT'
  | 'DISBURSEMENT'
  | 'TAKE_OVER'
  | 'WRITE_OFF'
  | 'RESTRUCTURING'
  | 'TOP_UP'
  | 'CASH_OPENING'
  | 'BANK_OPENING'
  | 'TAX_STATUS'
  | 'PAYOUT'
  | 'SUSPENSE_RETURN'
  | 'UNCONFIRMED_TOP_UP'
  | 'BORROWER_PAYMENT'
  | 'BORROWER_ASSIGNMENT'
  | 'BORROWER_RETURN'
  | 'BANK_LINE_MATCH'
  | 'WITHDRAWAL_RETURN'
  | 'WITHDRAWAL_CHARGE'
  | 'WITHDRAWAL_SETTLEMENT'
  | 'ESTATE'
  | 'HOLDING_TRANSFER'

type NewReversal = { id: string; kind: ReversalKind; ofId: string; journalId: string | null; reason: string }

const reversalColumns = { id: 'uuid', kind: 'code', ofId: 'text', journalId: 'uuid', reason: 'text' } as const

/**
 * Records a reversal and its reason.
 * @throws a unique violation when it was reversed before; the caller checks that beforehand under its locks
 */
export const insertReversal = (tx: Queryable, reversal: NewReversal): Promise<void> =>
  insertReversals(tx, [reversal])

async function insertReversals(tx: Queryable, reversals: readonly NewReversal[]): Promise<void> {
  await run(
    tx,
    'books.ledger.insert_reversals',
    `insert into reversal (${columnNames(reversalColumns)}) select * from ${unnestRows(reversalColumns)}`,
    manyRows(reversalColumns, reversals),
  )
}

/** The effect of a reversal on a lender, in whole rupiah: taken from cash, and the rest as a receivable. */
export type Reversed = { lenderId: number; taken: number; owed: number }

type Line = { ref: string; journalId: string; debit: number; credit: number; amount: number }

/** The transfers of the newest journal of each of these events, by event. */
async function linesOf(
  tx: Queryable,
  kind: TransferKind,
  refs: readonly string[],
): Promise<Map<string, Line[]>> {
  const lines = await many<Line>(
    tx,
    'books.ledger.lines_of',
    `select ref, journal_id as "journalId", debit_account as debit, credit_account as credit, amount from transfer
      where ref = any($2) and kind = $1 order by created_at desc, id desc`,
    [kind, refs],
  )
  const newest = Map.groupBy(lines, ({ ref }) => ref)
  for (const [ref, all] of newest) {
    newest.set(
      ref,
      all.filter(({ journalId }) => journalId === all[0]?.journalId),
    )
  }
  return newest
}

/** An event whose newest journal is reversed. */
export type Reversing = {
  kind: TransferKind
  ref: string
  /** `ofId` is the id of the reversed event; by default that of its journal. */
  reversal: { kind: ReversalKind; ofId?: string; reason: string; id: string }
  /** By lender, how much more tax is given back than the journal withheld, in whole rupiah, so that a month is right. */
  taxBack?: ReadonlyMap<number, number>
}

type History = { type: 1 | 5 | 6; loanId: number | null }

type Random = { id: () => number; uuid: () => string }

/**
 * Reverses the newest journal of an event with an opposite one. What a lender's free cash does not cover becomes a
 * receivable (LENDER_RECEIVABLE), so that no cash account falls below zero. The lender's history shows the amount
 * taken.
 * @returns the affected lenders
 */
export async function reverseJournal(
  tx: Queryable,
  random: Random,
  { history, ...reversing }: Reversing & { history?: History },
): Promise<Reversed[]> {
  return reverseJournals(tx, random, [reversing], history)
}

/**
 * The same for several events of one kind, in order.
 * @returns the affected lenders, once for each event
 */
export async function reverseJournals(
  tx: Queryable,
  random: Random,
  all: readonly Reversing[],
  history?: History,
): Promise<Reversed[]> {
  const [first] = all
  if (!first) return []
  const refs = all.map(({ ref }) => ref)
  const linesBy = await linesOf(tx, first.kind, refs)
  const lines = [...linesBy.values()].flat()
  const accounts = await lockAccounts(tx, [...new Set(lines.flatMap(({ debit, credit }) => [debit, credit]))])
  const tax = await taxAccounts(tx, random, all, accounts)
  const reversals: NewReversal[] = []
  const journals: Journal[] = []
  const reversed: (Reversed & { reversalId: string })[] = []
  for (const { kind, ref, reversal, taxBack = new Map<number, number>() } of all) {
    const own = linesBy.get(ref) ?? []
    const journalId = own[0]?.journalId
    if (journalId === undefined) throw new LedgerBreach(`no money moved as ${kind} ${ref}`)
    reversals.push({ ofId: journalId, ...reversal, journalId })
    const opposite = await oppositeOf(tx, random, accounts, withTax(own, accounts, taxBack, tax), taxBack)
    reversed.push(...opposite.reversed.map((one) => ({ ...one, reversalId: reversal.id })))
    const { movements } = opposite
    journals.push({ id: random.uuid(), kind: 'REVERSAL', ref: reversal.id, movements, newId: random.uuid })
  }
  await insertReversals(tx, reversals)
  for (const breach of await postMany(tx, journals)) if (breach) throw breach
  await addOwed(tx, reversed)
  if (history) await insertCorrections(tx, random, reversed, history)
  return reversed.map(({ lenderId, taken, owed }) => ({ lenderId, taken, owed }))
}

/** The opposite movements of a journal. Reduces the balances in memory by what they take from cash accounts. */
async function oppositeOf(
  tx: Queryable,
  random: Random,
  accounts: ReadonlyMap<number, Account>,
  lines: readonly Line[],
  taxBack: ReadonlyMap<number, number>,
): Promise<{ movements: Movement[]; reversed: Reversed[] }> {
  const movements: Movement[] = []
  const reversed: Reversed[] = []
  for (const line of lines) {
    const { debit, credit } = line
    const payer = accounts.get(credit)
    if (!payer || !isCash(payer)) {
      if (line.amount > 0) movements.push({ debit: credit, credit: debit, amount: line.amount })
      continue
    }
    const amount = line.amount - (taxBack.get(payer.ownerId) ?? 0)
    const taken = Math.min(amount, payer.balance - payer.held)
    payer.balance -= taken
    if (taken > 0) movements.push({ debit: credit, credit: debit, amount: taken })
    if (taken < amount) {
      const receivable = await openAccount(tx, random.id(), 'LENDER_RECEIVABLE', payer.ownerId)
      movements.push({ debit: receivable, credit: debit, amount: amount - taken })
    }
    reversed.push({ lenderId: payer.ownerId, taken, owed: amount - taken })
  }
  return { movements, reversed }
}

/** The account of withheld tax, and the cash accounts of lenders of whom more or less is given back, by lender. */
type TaxAccounts = { payable: number; cash: ReadonlyMap<number, number> }

/** Adds to the accounts the cash of lenders whom no journal paid anything, because tax took all of it. */
async function taxAccounts(
  tx: Queryable,
  random: Random,
  all: readonly Reversing[],
  accounts: Map<number, Account>,
): Promise<TaxAccounts> {
  const lenders = new Set(all.flatMap(({ taxBack }) => [...(taxBack?.keys() ?? [])]))
  if (lenders.size === 0) return { payable: 0, cash: new Map() }
  const cashBy = () =>
    new Map(
      [...accounts.values()].filter(({ kind }) => kind === 'LENDER_CASH').map((one) => [one.ownerId, one.id]),
    )
  const paid = cashBy()
  const unpaid = [...lenders].filter((lenderId) => !paid.has(lenderId))
  if (unpaid.length > 0) {
    for (const account of (await lockOwners(tx, 'LENDER_CASH', unpaid)).values())
      accounts.set(account.id, account)
  }
  return { payable: await openAccount(tx, random.id(), 'TAX_PAYABLE', 0), cash: cashBy() }
}

/**
 * Adds to the line of withheld tax what more of it is given back, and a line of nothing for each lender who pays a part
 * of it and whom the journal paid nothing.
 */
function withTax(
  lines: readonly Line[],
  accounts: ReadonlyMap<number, Account>,
  taxBack: ReadonlyMap<number, number>,
  { payable, cash }: TaxAccounts,
): Line[] {
  if (taxBack.size === 0) return [...lines]
  const source = lines.find(({ debit }) => accounts.get(debit)?.kind === 'BORROWER_CLEARING')
  if (!source) throw new LedgerBreach('tax is given back of a journal that no borrower paid')
  const paid = new Set(lines.map(({ credit }) => credit))
  const added = [payable, ...[...taxBack.keys()].flatMap((lenderId) => cash.get(lenderId) ?? [])]
    .filter((account) => !paid.has(account))
    .map((credit) => ({ ...source, credit, amount: 0 }))
  const more = [...taxBack.values()].reduce((sum, one) => sum + one, 0)
  return [...lines, ...added].map((line) =>
    line.credit === payable ? { ...line, amount: line.amount + more } : line,
  )
}

const isCash = ({ kind }: Account): boolean => kind === 'LENDER_CASH' || kind === 'LENDER_CASH_ADDITIONAL'

async function addOwed(tx: Queryable, reversed: readonly Reversed[]): Promise<void> {
  const owing = reversed.filter(({ owed }) => owed > 0)
  if (owing.length === 0) return
  await run(
    tx,
    'books.ledger.add_owed',
    `insert into lender_receivable (lender_id, owed)
     select lender_id, sum(owed)::bigint from unnest($1::bigint[], $2::bigint[]) as row (lender_id, owed)
      group by lender_id order by lender_id
     on conflict (lender_id) do update set owed = lender_receivable.owed + excluded.owed`,
    [owing.map(({ lenderId }) => lenderId), owing.map(({ owed }) => owed)],
  )
}

const correctionColumns = { lenderId: 'bigint', id: 'uuid', reversalId: 'uuid', taken: 'bigint' } as const

async function insertCorrections(
  tx: Queryable,
  random: Random,
  reversed: readonly (Reversed & { reversalId: string })[],
  { type, loanId }: History,
): Promise<void> {
  const moved = reversed.filter(({ taken }) => taken > 0)
  await run(
    tx,
    'books.ledger.insert_corrections',
    `insert into lender_correction (lender_id, id, reversal_id, type, amount, loan_id)
     select lender_id, id, reversal_id, $1, -taken, $2 from ${unnestRows(correctionColumns, 3)}`,
    [
      type,
      loanId,
      ...manyRows(correctionColumns, moved, {
        lenderId: ({ lenderId }) => lenderId,
        id: () => random.uuid(),
        reversalId: ({ reversalId }) => reversalId,
        taken: ({ taken }) => taken,
      }),
    ],
  )
}
