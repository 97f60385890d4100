import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe } from '../../platform/db/database.ts'
import { required } from '../../platform/refusal.ts'
import { accountOfLoan, type BorrowerAccount, insertAccounts, isSameAccount } from './account-store.ts'

/**
 * Stores the borrower's bank account for the disbursement of a loan, or another one in its place; an order that the bank
 * has already still goes to the one before. The audit trail records the change without the number.
 * @throws Refusal LOAN_NOT_FOUND
 */
export const storeLoanAccount = mutation<
  Context,
  BorrowerAccount & { loanNumber: string; reason: string },
  { changed: boolean; lastDigits: string }
>({
  operation: 'storeLoanAccount',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { loanNumber, reason, ...account }) {
    const { id: loanId } = required(
      await maybe<{ id: number }>(
        tx,
        'loans.disbursement.loan_of_account',
        `select l.id from loan l join loan_position p on p.loan_id = l.id
          where l.loan_number = $1 and p.status <> 'DELETED' for no key update of p`,
        [loanNumber],
      ),
      'LOAN_NOT_FOUND',
    )
    const before = await accountOfLoan(tx, loanId)
    const subject = `loan:${loanId}`
    const lastDigits = account.accountNumber.slice(-4)
    if (before && isSameAccount(before, account)) return { answer: { changed: false, lastDigits }, subject }
    await insertAccounts(tx, [{ ...account, loanId, version: (before?.version ?? 0) + 1 }])
    return {
      answer: { changed: true, lastDigits },
      subject,
      detail: { bankCode: account.bankCode, lastDigits, isFirst: !before, reason },
    }
  },
})
