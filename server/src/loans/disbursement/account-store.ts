import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { ChangedMeanwhile } from '../../platform/db/failures.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import { Sealed } from '../../platform/keys/personal-data.ts'

/** The bank account of a borrower for the disbursement of a loan: the bank by its three-digit code. */
export type BorrowerAccount = { bankCode: string; accountNumber: string; accountHolder: string }

/** The newest account of a loan, with its version. */
export type KnownAccount = BorrowerAccount & { version: number }

const newestAccount = `bank_code as "bankCode", account_number as "accountNumber", account_holder as "accountHolder", version`

/** The newest account of a loan. */
export const accountOfLoan = (db: Queryable, loanId: number): Promise<KnownAccount | undefined> =>
  maybe<KnownAccount>(
    db,
    'loans.disbursement.account',
    `select ${newestAccount} from loan_account where loan_id = $1 order by version desc limit 1`,
    [loanId],
  )

/** The newest accounts of those of these loans that have one, by loan number. */
export async function accountsByNumber(
  db: Queryable,
  loanNumbers: readonly string[],
): Promise<Map<string, KnownAccount>> {
  if (loanNumbers.length === 0) return new Map()
  const rows = await many<KnownAccount & { loanNumber: string }>(
    db,
    'loans.disbursement.accounts',
    `select distinct on (a.loan_id) l.loan_number as "loanNumber", a.bank_code as "bankCode",
            a.account_number as "accountNumber", a.account_holder as "accountHolder", a.version
       from loan l join loan_account a on a.loan_id = l.id
      where l.loan_number = any($1) order by a.loan_id, a.version desc`,
    [loanNumbers],
  )
  return new Map(rows.map(({ loanNumber, ...account }) => [loanNumber, account]))
}

/** Whether two accounts are one: a payment to either reaches the same account of the same holder. */
export const isSameAccount = (one: BorrowerAccount, other: BorrowerAccount): boolean =>
  one.bankCode === other.bankCode &&
  one.accountNumber === other.accountNumber &&
  one.accountHolder === other.accountHolder

const accountColumns = {
  loanId: 'bigint',
  version: 'integer',
  bankCode: 'text',
  accountNumber: 'text',
  accountHolder: 'text',
} as const

/** Stores a further version of the account of each of these loans. Its number is encrypted. */
export async function insertAccounts(
  tx: Queryable,
  accounts: readonly (BorrowerAccount & { loanId: number; version: number })[],
): Promise<void> {
  if (accounts.length === 0) return
  const inserted = await run(
    tx,
    'loans.disbursement.insert_accounts',
    `insert into loan_account (loan_id, version, bank_code, account_number, account_holder)
     select * from ${unnestRows(accountColumns)} on conflict do nothing`,
    manyRows(accountColumns, accounts, {
      loanId: ({ loanId }) => loanId,
      version: ({ version }) => version,
      bankCode: ({ bankCode }) => bankCode,
      accountNumber: ({ accountNumber }) => new Sealed(accountNumber),
      accountHolder: ({ accountHolder }) => accountHolder,
    }),
  )
  // Another command stored this version first: it is compared with that one.
  if (inserted !== accounts.length) throw new ChangedMeanwhile('an account')
}
