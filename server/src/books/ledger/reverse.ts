import { many, type Queryable, run } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import { type Account, lockAccounts, openAccount } from './accounts.ts'
import { LedgerBreach, type Movement, type TransferKind } from './journal.ts'
import { post } from './post.ts'

export type ReversalKind =
  | 'REPAYMENT'
  | 'DISBURSEMENT'
  | 'WRITE_OFF'
  | 'RESTRUCTURING'
  | 'TOP_UP'
  | 'CASH_OPENING'
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

/**
 * Records a reversal and its reason.
 * @throws a unique violation when it was reversed before; the caller checks that beforehand under its locks
 */
export async function insertReversal(
  tx: Queryable,
  reversal: { id: string; kind: ReversalKind; ofId: string; journalId: string | null; reason: string },
): Promise<void> {
  await run(
    tx,
    'books.ledger.insert_reversal',
    'insert into reversal (id, kind, of_id, journal_id, reason) values ($1, $2, $3, $4, $5)',
    [reversal.id, reversal.kind, reversal.ofId, reversal.journalId, reversal.reason],
  )
}

/** The effect of a reversal on a lender, in whole rupiah: taken from cash, and the rest as a receivable. */
export type Reversed = { lenderId: number; taken: number; owed: number }

type Line = { journalId: string; debit: number; credit: number; amount: number }

/** The transfers of an event's newest journal. */
async function linesOf(tx: Queryable, kind: TransferKind, ref: string): Promise<Line[]> {
  const lines = await many<Line>(
    tx,
    'books.ledger.lines_of',
    `select journal_id as "journalId", debit_account as debit, credit_account as credit, amount from transfer
      where ref = $2 and kind = $1 order by created_at desc, id desc`,
    [kind, ref],
  )
  return lines.filter(({ journalId }) => journalId === lines[0]?.journalId)
}

/**
 * Reverses the newest journal of an event with an opposite one. What a lender's free cash does not cover becomes a
 * receivable (LENDER_RECEIVABLE), so that no cash account falls below zero. The lender's history shows the amount
 * taken.
 * @returns the affected lenders
 */
export async function reverseJournal(
  tx: Queryable,
  random: { id: () => number; uuid: () => string },
  {
    kind,
    ref,
    reversal,
    history,
    taxBack = new Map(),
  }: {
    kind: TransferKind
    ref: string
    /** `ofId` is the id of the reversed event; by default that of its journal. */
    reversal: { kind: ReversalKind; ofId?: string; reason: string; id: string }
    history?: { type: 1 | 5 | 6; loanId: number | null }
    /** By lender, how much more tax is given back than the journal withheld, in whole rupiah, so that a month is right. */
    taxBack?: ReadonlyMap<number, number>
  },
): Promise<Reversed[]> {
  const lines = await linesOf(tx, kind, ref)
  const journalId = lines[0]?.journalId
  if (journalId === undefined) throw new LedgerBreach(`no money moved as ${kind} ${ref}`)
  const accounts = await lockAccounts(tx, [...new Set(lines.flatMap(({ debit, credit }) => [debit, credit]))])
  await insertReversal(tx, { ofId: journalId, ...reversal, journalId })
  const movements: Movement[] = []
  const reversed: Reversed[] = []
  const moreTax = [...taxBack.values()].reduce((sum, more) => sum + more, 0)
  for (const line of withTax(lines, accounts, moreTax, await taxAccount(tx, random, moreTax))) {
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
  await post(tx, {
    id: random.uuid(),
    kind: 'REVERSAL',
    ref: reversal.id,
    movements,
    newId: random.uuid,
  })
  await addOwed(tx, reversed)
  if (history) await insertCorrections(tx, random, reversal.id, reversed, history)
  return reversed
}

/** The account of withheld tax, if more or less of it is given back than was withheld. */
const taxAccount = async (tx: Queryable, random: { id: () => number }, more: number): Promise<number> =>
  more === 0 ? 0 : openAccount(tx, random.id(), 'TAX_PAYABLE', 0)

/** Adds to the line of withheld tax what more of it is given back; the first line says where all of it came from. */
function withTax(
  lines: readonly Line[],
  accounts: ReadonlyMap<number, Account>,
  more: number,
  taxPayable: number,
): Line[] {
  if (more === 0) return [...lines]
  const place = lines.findIndex(({ credit }) => credit === taxPayable)
  const known = lines[place]
  if (known) return lines.with(place, { ...known, amount: known.amount + more })
  const ofLender = lines.find(({ credit }) => accounts.get(credit)?.kind === 'LENDER_CASH')
  if (!ofLender) throw new LedgerBreach('tax is given back of a journal that paid no lender')
  return [...lines, { ...ofLender, credit: taxPayable, amount: more }]
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

const correctionColumns = { lenderId: 'bigint', id: 'uuid', taken: 'bigint' } as const

async function insertCorrections(
  tx: Queryable,
  random: { uuid: () => string },
  reversalId: string,
  reversed: readonly Reversed[],
  { type, loanId }: { type: 1 | 5 | 6; loanId: number | null },
): Promise<void> {
  const moved = reversed.filter(({ taken }) => taken > 0)
  await run(
    tx,
    'books.ledger.insert_corrections',
    `insert into lender_correction (lender_id, id, reversal_id, type, amount, loan_id)
     select lender_id, id, $1, $2, -taken, $3 from ${unnestRows(correctionColumns, 4)}`,
    [
      reversalId,
      type,
      loanId,
      ...manyRows(correctionColumns, moved, {
        lenderId: ({ lenderId }) => lenderId,
        id: () => random.uuid(),
        taken: ({ taken }) => taken,
      }),
    ],
  )
}
