import { many, type Queryable, run } from '../platform/db/database.ts'
import { type Account, lockAccounts } from './accounts.ts'

export type TransferKind = 'TOP_UP' | 'FUNDING' | 'DISBURSEMENT' | 'REPAYMENT' | 'REFUND'

/** One movement of whole rupiah from the debited to the credited account. */
export type Movement = { debit: number; credit: number; amount: number }

export type Journal = {
  /** Time-ordered id that all its transfers share. */
  id: string
  kind: TransferKind
  /** What it is for; with the kind it names the event. */
  ref: string
  movements: readonly Movement[]
  newId: () => string
}

/** The ledger was asked for what no caller may ask. It is a fault of the program, not a refusal. */
export class LedgerBreach extends Error {}

/**
 * Posts a journal: locks its accounts, gives each movement the next number and the balance after it on both
 * sides, and writes all of it with one statement. Append only; a correction is a journal the other way round.
 * @throws LedgerBreach where an amount is no positive safe integer or an account would fall below its floor.
 */
export async function post(tx: Queryable, journal: Journal): Promise<void> {
  const ids = journal.movements.flatMap(({ debit, credit }) => [debit, credit])
  const accounts = await lockAccounts(tx, ids)
  const rows = journal.movements.map((movement) => {
    assertMovement(movement)
    const debit = step(accounts, movement.debit, -movement.amount)
    const credit = step(accounts, movement.credit, movement.amount)
    return {
      id: journal.newId(),
      ...movement,
      debit,
      credit,
      debitId: movement.debit,
      creditId: movement.credit,
    }
  })
  await writeBalances(tx, [...accounts.values()])
  await run(
    tx,
    'ledger.post',
    `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount,
                           debit_seq, credit_seq, debit_balance_after, credit_balance_after)
     select id, $1, $2, $3, debit, credit, amount, debit_seq, credit_seq, debit_after, credit_after
       from unnest($4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
         as row (id, debit, credit, amount, debit_seq, credit_seq, debit_after, credit_after)`,
    [
      journal.id,
      journal.kind,
      journal.ref,
      rows.map((row) => row.id),
      rows.map((row) => row.debitId),
      rows.map((row) => row.creditId),
      rows.map((row) => row.amount),
      rows.map((row) => row.debit?.seq ?? null),
      rows.map((row) => row.credit?.seq ?? null),
      rows.map((row) => row.debit?.balance ?? null),
      rows.map((row) => row.credit?.balance ?? null),
    ],
  )
}

function assertMovement({ debit, credit, amount }: Movement): void {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new LedgerBreach(`amount ${amount} is not whole rupiah`)
  if (debit === credit) throw new LedgerBreach(`account ${debit} cannot pay itself`)
}

/** Moves one side on; a recording account has no side to move. */
function step(
  accounts: Map<number, Account>,
  id: number,
  change: number,
): { seq: number; balance: number } | null {
  const account = accounts.get(id)
  if (!account?.authorising) return null
  account.balance += change
  account.seq += 1
  if (account.balance < account.held)
    throw new LedgerBreach(`account ${id} would fall below what is held of it`)
  return { seq: account.seq, balance: account.balance }
}

async function writeBalances(tx: Queryable, accounts: Account[]): Promise<void> {
  const changed = accounts.filter((account) => account.authorising)
  await run(
    tx,
    'ledger.balances',
    `update account set balance = row.balance, held = row.held, seq = row.seq
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as row (id, balance, held, seq)
      where account.id = row.id`,
    [
      changed.map((account) => account.id),
      changed.map((account) => account.balance),
      changed.map((account) => account.held),
      changed.map((account) => account.seq),
    ],
  )
}

/** One line of an account's statement; `amount` is signed, what left is negative. */
export type StatementLine = {
  at: Date
  kind: TransferKind
  ref: string
  amount: number
  balanceAfter: number
  seq: number
}

/** The newest lines of an authorising account below a number, newest first. */
export function statement(
  db: Queryable,
  account: number,
  before: number | null,
  limit: number,
): Promise<StatementLine[]> {
  return many<StatementLine>(
    db,
    'ledger.statement',
    `select * from (
       select created_at as at, kind, ref, -amount as amount, debit_balance_after as "balanceAfter", debit_seq as seq
         from transfer where debit_account = $1 and debit_seq is not null
       union all
       select created_at, kind, ref, amount, credit_balance_after, credit_seq
         from transfer where credit_account = $1 and credit_seq is not null
     ) line where $2::bigint is null or seq < $2 order by seq desc limit $3`,
    [account, before, limit],
  )
}
