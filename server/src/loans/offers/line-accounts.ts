import type { Queryable } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import {
  accountsByNumber,
  type BorrowerAccount,
  insertAccounts,
  isSameAccount,
} from '../disbursement/index.ts'
import type { FreshLoan, WrittenLoan } from './copy-loans.ts'
import { type LoanRow, NO_ACCOUNT } from './csv/index.ts'

export type NewAccount = BorrowerAccount & { loanId: number; version: number }

export const accountIn = (loan: LoanRow | undefined): BorrowerAccount | null => {
  const { bankCode, accountNumber, accountHolder } = loan ?? NO_ACCOUNT
  if (bankCode === null || accountNumber === null || accountHolder === null) return null
  return { bankCode, accountNumber, accountHolder }
}

/** The accounts of the loans of a file: stored ones, and those of earlier lines. */
export class LineAccounts {
  readonly #known: Map<string, BorrowerAccount>
  /** Accounts that lines bring to loans that had none. */
  readonly fresh: NewAccount[] = []

  private constructor(known: Map<string, BorrowerAccount>) {
    this.#known = known
  }

  static async read(db: Queryable, loans: readonly LoanRow[]): Promise<LineAccounts> {
    const numbers = loans.flatMap((loan) => (accountIn(loan) ? [loan.loanNumber] : []))
    return new LineAccounts(await accountsByNumber(db, numbers))
  }

  keep(loan: LoanRow): void {
    const account = accountIn(loan)
    if (account) this.#known.set(loan.loanNumber, account)
  }

  /**
   * Why a line with the content of a known loan cannot have its account, or null. An account that the loan did not have
   * is kept for it; the loan has no id where an earlier line brings it.
   */
  faultOf(loan: LoanRow, loanId: number | undefined): string | null {
    const account = accountIn(loan)
    if (!account) return null
    const known = this.#known.get(loan.loanNumber)
    if (known && !isSameAccount(known, account))
      return `pinjaman ${loan.loanNumber} sudah memiliki rekening bank lain: "loans account" mengubahnya`
    if (!known && loanId === undefined)
      return `pinjaman ${loan.loanNumber} sudah ada di baris sebelumnya berkas ini, tanpa rekening bank`
    if (!known && loanId !== undefined) this.fresh.push({ ...account, loanId, version: 1 })
    this.keep(loan)
    return null
  }
}

export async function insertAccountsOf(
  tx: Transaction,
  fresh: readonly FreshLoan[],
  taken: readonly WrittenLoan[],
): Promise<void> {
  const loans = new Map(fresh.map(({ line, loan }) => [line, loan]))
  await insertAccounts(
    tx,
    taken.flatMap(({ line, id }) => {
      const account = accountIn(loans.get(line))
      return account ? [{ ...account, loanId: id, version: 1 }] : []
    }),
  )
}
