import { run, type Queryable } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import { type Account, lockAccounts } from './accounts.ts'
import { AccountFull, type Journal, LedgerBreach, type Movement } from './journal.ts'

/**
 * Posts many journals in order with one statement, as if each were posted in its own transaction; a refused journal
 * does not affect the others. Locks all accounts by id and writes each once.
 * @returns for each journal null, or the LedgerBreach that `post` would have thrown.
 * @throws when an account does not exist.
 */
export async function postMany(
  tx: Queryable,
  journals: readonly Journal[],
): Promise<(LedgerBreach | null)[]> {
  const ids = new Set(
    journals.flatMap(({ movements }) => movements.flatMap(({ debit, credit }) => [debit, credit])),
  )
  if (ids.size === 0) return journals.map(() => null)
  const accounts = await lockAccounts(tx, [...ids])
  const lines: Line[] = []
  const outcomes = journals.map((journal) => {
    const applied = apply(accounts, journal)
    if (applied instanceof LedgerBreach) return applied
    lines.push(...applied)
    return null
  })
  if (lines.length > 0) await write(tx, lines, movedIn(accounts, lines))
  return outcomes
}

type Side = { seq: number; balance: number } | null
type Line = { journal: Journal; id: string; movement: Movement; debit: Side; credit: Side }

/** Applies one journal to the accounts in memory; undoes its earlier movements when one is refused. */
function apply(accounts: Map<number, Account>, journal: Journal): Line[] | LedgerBreach {
  const before = new Map<Account, { balance: number; seq: number }>()
  const lines: Line[] = []
  for (const movement of journal.movements) {
    const fault = faultOf(accounts, movement, journal.maxBalance)
    if (fault) {
      for (const [account, { balance, seq }] of before) Object.assign(account, { balance, seq })
      return fault
    }
    const debit = step(accounts, before, movement.debit, -movement.amount)
    const credit = step(accounts, before, movement.credit, movement.amount)
    lines.push({ journal, id: journal.newId(), movement, debit, credit })
  }
  return lines
}

function faultOf(
  accounts: Map<number, Account>,
  { debit, credit, amount }: Movement,
  maxBalance = Number.MAX_SAFE_INTEGER,
): LedgerBreach | null {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    return new LedgerBreach(`amount ${amount} is not whole rupiah`)
  if (debit === credit) return new LedgerBreach(`account ${debit} cannot pay itself`)
  const payer = accounts.get(debit)
  if (payer?.authorising && payer.balance - amount < payer.held)
    return new LedgerBreach(`account ${debit} would fall below what is held of it`)
  const payee = accounts.get(credit)
  // Compares by subtraction, because a sum beyond 2^53-1 would not be exact.
  if (payee?.authorising && payee.balance > maxBalance - amount) return new AccountFull(credit, maxBalance)
  return null
}

/** Applies one side of a movement; a recording account has no balance to change. */
function step(
  accounts: Map<number, Account>,
  before: Map<Account, { balance: number; seq: number }>,
  id: number,
  change: number,
): Side {
  const account = accounts.get(id)
  if (!account?.authorising) return null
  if (!before.has(account)) before.set(account, { balance: account.balance, seq: account.seq })
  account.balance += change
  account.seq += 1
  return { seq: account.seq, balance: account.balance }
}

/** The authorising accounts that these lines changed, each once. */
function movedIn(accounts: Map<number, Account>, lines: readonly Line[]): Account[] {
  const ids = new Set(lines.flatMap(({ movement }) => [movement.debit, movement.credit]))
  return [...ids].flatMap((id) => accounts.get(id) ?? []).filter(({ authorising }) => authorising)
}

const balanceColumns = { id: 'bigint', balance: 'bigint', seq: 'bigint' } as const
const transferColumns = {
  id: 'uuid',
  journalId: 'uuid',
  kind: 'code',
  ref: 'text',
  debitAccount: 'bigint',
  creditAccount: 'bigint',
  amount: 'bigint',
  debitSeq: 'bigint',
  creditSeq: 'bigint',
  debitBalanceAfter: 'bigint',
  creditBalanceAfter: 'bigint',
} as const

async function write(tx: Queryable, lines: readonly Line[], moved: readonly Account[]): Promise<void> {
  await run(
    tx,
    'books.ledger.post_many',
    `with balances as (
       update account set balance = row.balance, seq = row.seq
         from ${unnestRows(balanceColumns)}
        where account.id = row.id
     )
     insert into transfer (${columnNames(transferColumns)}) select * from ${unnestRows(transferColumns, 4)}`,
    [
      ...manyRows(balanceColumns, moved),
      ...manyRows(transferColumns, lines, {
        id: ({ id }) => id,
        journalId: ({ journal }) => journal.id,
        kind: ({ journal }) => journal.kind,
        ref: ({ journal }) => journal.ref,
        debitAccount: ({ movement }) => movement.debit,
        creditAccount: ({ movement }) => movement.credit,
        amount: ({ movement }) => movement.amount,
        debitSeq: ({ debit }) => debit?.seq,
        creditSeq: ({ credit }) => credit?.seq,
        debitBalanceAfter: ({ debit }) => debit?.balance,
        creditBalanceAfter: ({ credit }) => credit?.balance,
      }),
    ],
  )
}
