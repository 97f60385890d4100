import { makeFixture } from '../../../../testing/fixture.ts'
import { many, one, run } from '../../../platform/db/database.ts'
import { causeOf, isLockTimeout } from '../../../platform/db/failures.ts'
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts'
import { type AccountKind, openAccount } from '../accounts.ts'
import { reserve } from '../holds.ts'
import { post } from '../post.ts'

type Work<T> = (tx: Transaction) => Promise<T>

/** A fixture for tests of the ledger by itself: its accounts and holds belong to no lender, loan or funding. */
export async function makeLedger() {
  const fixture = await makeFixture({
    withoutFaults: 'posts without a verb and so without a key: an unknown end is told, not tried again',
  })
  const { db, random } = fixture.context
  const within = <T>(work: Work<T>): Promise<T> => inTransaction(db, { repeatable: false }, work)
  const open = (kind: AccountKind, ownerId = random.id()): Promise<number> =>
    within((tx) => openAccount(tx, random.id(), kind, ownerId))
  return {
    ...{ fixture, db, within, open, newId: random.uuid },
    /** Opens a cash account with this balance. */
    cash: async (amount: number): Promise<number> => {
      const [bank, account] = [await open('BANK_CLEARING', 1), await open('LENDER_CASH')]
      const movements = [{ debit: bank, credit: account, amount }]
      const id = random.uuid()
      if (amount > 0)
        await within((tx) => post(tx, { id, kind: 'TOP_UP', ref: id, movements, newId: random.uuid }))
      return account
    },
    hold: async (account: number, amount: number): Promise<string> => {
      const id = random.uuid()
      await within((tx) => reserve(tx, 'FUNDING', [{ id, account, amount }]))
      return id
    },
    /** Whether a transaction that does `second` must wait for one that did `first` and is still open. */
    isBlocked: (first: Work<unknown>, second: Work<unknown>): Promise<boolean> =>
      within(async (tx) => {
        await first(tx)
        return within(async (other) => {
          await run(other, 'test.lock_timeout', `set local lock_timeout = '300ms'`)
          await second(other)
          return false
        }).catch((error: unknown) => {
          if (isLockTimeout(causeOf(error))) return true
          throw error
        })
      }),
    state: (account: number): Promise<{ balance: number; held: number; seq: number }> =>
      one(db, 'test.account', 'select balance, held, seq from account where id = $1', [account]),
    holdState: async (id: string): Promise<string> =>
      (await one<{ state: string }>(db, 'test.hold', 'select state from hold where id = $1', [id])).state,
    /** The transfers of a journal kind and reference, in the order of their ids. */
    transfers: (ref: string): Promise<TransferRow[]> =>
      many(
        db,
        'test.transfers_of',
        `select kind, debit_account as debit, credit_account as credit, amount, debit_seq as "debitSeq",
                credit_seq as "creditSeq", debit_balance_after as "debitAfter", credit_balance_after as "creditAfter"
           from transfer where ref = $1 order by id`,
        [ref],
      ),
    /** The accounts whose balance, held amount or number of movements is not that of their transfers and holds. */
    unsound: (): Promise<object[]> =>
      many(
        db,
        'test.unsound',
        `select a.id from account a
          where a.authorising and (a.balance, a.seq, a.held) is distinct from (
                  (select coalesce(sum(case t.credit_account when a.id then t.amount else -t.amount end), 0)
                     from transfer t where a.id in (t.credit_account, t.debit_account)),
                  (select count(*) from transfer t where a.id in (t.credit_account, t.debit_account)),
                  (select coalesce(sum(h.amount), 0) from hold h where h.account_id = a.id and h.state = 'OPEN'))`,
      ),
    close: () => fixture.close(),
  }
}

export type LedgerScenario = Awaited<ReturnType<typeof makeLedger>>

type TransferRow = {
  kind: string
  debit: number
  credit: number
  amount: number
  debitSeq: number | null
  creditSeq: number | null
  debitAfter: number | null
  creditAfter: number | null
}
