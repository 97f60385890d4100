import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { copyRow } from '../../platform/db/copy.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

/**
 * The chart of accounts. Authorising accounts have a balance under a row lock, which may never fall below the amount
 * held on them. Recording accounts have no stored balance, only transfers, so that no row is a bottleneck.
 */
export const chart = {
  LENDER_CASH: {
    authorising: true,
    meaning: 'What a lender can use, withdraw or lend; the owner is the lender.',
  },
  LENDER_CASH_ADDITIONAL: {
    authorising: true,
    meaning:
      'The additional cash account of a lender who has one: what came in at the other bank; the owner is the lender.',
  },
  LENDER_RECEIVABLE: {
    authorising: false,
    meaning:
      'Below zero by what a lender owes because a correction took back more than there was on the cash account; the owner is the lender.',
  },
  LOAN_ESCROW: { authorising: true, meaning: 'What lenders have put on a loan; the owner is the loan.' },
  BORROWER_CLEARING: {
    authorising: false,
    meaning:
      'The other side of what was paid out to and came in from the borrower of a loan; the owner is the loan.',
  },
  OPENING_BALANCE: {
    authorising: false,
    meaning:
      'The other side of what the borrower of a loan owed when it was taken over, paid out before these books; the owner is the loan.',
  },
  BORROWER_EXCESS: {
    authorising: false,
    meaning: 'What a borrower paid beyond all that was owed; the owner is the loan.',
  },
  TAX_PAYABLE: { authorising: false, meaning: 'Income tax withheld from interest, owed to the state.' },
  PLATFORM_FEE: { authorising: false, meaning: 'Fees of the platform that borrowers paid.' },
  ROUNDING: {
    authorising: false,
    meaning:
      'Below zero by what the platform added to payments that left a residue of an installment; as much of its fees stays.',
  },
  TRANSFER_FEE: {
    authorising: false,
    meaning:
      'What lenders paid for transfers to their own bank accounts; the owner is the bank, which takes it.',
  },
  TAX_RECEIVABLE: {
    authorising: false,
    meaning:
      'Below zero by tax that was paid to the state for interest which was taken back; set off against the tax that is withheld next.',
  },
  PLATFORM_FEE_RECEIVABLE: {
    authorising: false,
    meaning:
      'Below zero by fees that the platform took and that were taken back; set off against its next fees.',
  },
  TRANSFER_FEE_RECEIVABLE: {
    authorising: false,
    meaning:
      'Below zero by fees that a bank took and gave up later; set off against its next fees; the owner is the bank.',
  },
  PLATFORM_CASH: {
    authorising: false,
    meaning:
      'What was at a bank beyond the lenders’ cash when that was taken over, until it is paid out; the owner is the bank.',
  },
  BANK_CLEARING: {
    authorising: false,
    meaning: 'The other side of what came in or went out through a bank.',
  },
  SUSPENSE: {
    authorising: false,
    meaning:
      'What came in through a bank for a number that is nobody’s, until its lender is found; the owner is the bank.',
  },
  BORROWER_SUSPENSE: {
    authorising: false,
    meaning:
      'What came in from borrowers and fits no loan, until it is assigned or sent back; the owner is the bank.',
  },
} as const

export type AccountKind = keyof typeof chart

/**
 * An account with its present balance, in whole rupiah. For a recording account the balance is the sum of its
 * transfers.
 */
export type Account = {
  id: number
  kind: AccountKind
  ownerId: number
  authorising: boolean
  balance: number
  held: number
  seq: number
}

const columns = `id, kind, owner_id as "ownerId", authorising, balance, held, seq`

/** Opens an account, or finds the owner's existing one of that kind. */
export async function openAccount(
  tx: Queryable,
  id: number,
  kind: AccountKind,
  ownerId: number,
): Promise<number> {
  const account = await maybe<{ id: number }>(
    tx,
    'books.ledger.open',
    `with opened as (
       insert into account (id, kind, owner_id, authorising)
       select $1, $2, $3, $4 where not exists (select from account where kind = $2 and owner_id = $3)
       on conflict (kind, owner_id) do nothing returning id
     )
     select id from opened union all select id from account where kind = $2 and owner_id = $3`,
    [id, kind, ownerId, chart[kind].authorising],
  )
  // A concurrent transaction has opened the account since this statement began.
  return account ? account.id : accountOf(tx, kind, ownerId)
}

/**
 * Opens an account of one kind for each of many owners with one statement.
 * @throws when an owner has one already
 */
export async function openAccounts(
  tx: Queryable,
  kind: AccountKind,
  accounts: readonly { id: number; ownerId: number }[],
): Promise<void> {
  await run(
    tx,
    'books.ledger.open_many',
    `insert into account (id, kind, owner_id, authorising)
     select id, $1, owner_id, $2 from unnest($3::bigint[], $4::bigint[]) as row (id, owner_id)`,
    [kind, chart[kind].authorising, accounts.map(({ id }) => id), accounts.map(({ ownerId }) => ownerId)],
  )
}

/** Opens accounts for a very large number of owners, by COPY. */
export async function openAccountsByCopy(
  tx: Transaction,
  kind: AccountKind,
  accounts: readonly { id: number; ownerId: number }[],
): Promise<void> {
  const { authorising } = chart[kind]
  await tx.copy(
    'account (id, kind, owner_id, authorising)',
    accounts.map(({ id, ownerId }) => copyRow([id, kind, ownerId, authorising])),
  )
}

export async function accountOf(db: Queryable, kind: AccountKind, ownerId: number): Promise<number> {
  const row = await one<{ id: number }>(
    db,
    'books.ledger.account_of',
    'select id from account where kind = $1 and owner_id = $2',
    [kind, ownerId],
  )
  return row.id
}

/**
 * Locks accounts until the end of the transaction, in the order of their ids to prevent deadlocks. Recording accounts
 * are read without a lock.
 */
export async function lockAccounts(tx: Queryable, ids: readonly number[]): Promise<Map<number, Account>> {
  const authorising = await many<Account>(
    tx,
    'books.ledger.lock',
    `select ${columns} from account where id = any($1) and authorising order by id for no key update`,
    [arrayLiteral(ids)],
  )
  const recording = authorising.length === new Set(ids).size ? [] : await readRecording(tx, ids)
  const accounts = new Map([...authorising, ...recording].map((account) => [account.id, account]))
  for (const id of ids) if (!accounts.has(id)) throw new Error(`account ${id} does not exist`)
  return accounts
}

/** Locks the authorising accounts of owners, in the order of their ids; keyed by owner. */
export async function lockOwners(
  tx: Queryable,
  kind: AccountKind,
  ownerIds: readonly number[],
): Promise<Map<number, Account>> {
  const accounts = await many<Account>(
    tx,
    'books.ledger.lock_owners',
    `select ${columns} from account where kind = $1 and owner_id = any($2) and authorising
      order by id for no key update`,
    [kind, arrayLiteral([...new Set(ownerIds)])],
  )
  return new Map(accounts.map((account) => [account.ownerId, account]))
}

const readRecording = (tx: Queryable, ids: readonly number[]) =>
  many<Account>(
    tx,
    'books.ledger.recording',
    `select ${columns} from account where id = any($1) and not authorising`,
    [arrayLiteral(ids)],
  )

/** Cash of a lender in whole rupiah: `available` is free to use, `held` is reserved. */
export async function cashOf(db: Queryable, lenderId: number): Promise<{ available: number; held: number }> {
  const row = await maybe<{ available: number; held: number }>(
    db,
    'books.ledger.cash',
    `select balance - held as available, held from account where kind = 'LENDER_CASH' and owner_id = $1`,
    [lenderId],
  )
  return row ?? { available: 0, held: 0 }
}
