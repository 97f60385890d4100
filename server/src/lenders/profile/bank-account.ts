import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { Sealed, SearchKey } from '../../platform/keys/personal-data.ts'
import { notifyLender, tellFormer } from '../notifications/index.ts'
import { acceptRequest, openRequest } from './account-request/store.ts'
import { lockLender } from './lender-settings.ts'

/** The account that withdrawals go to. `methodPayment` 1 is BNI, 2 the other bank. */
export type BankAccount = {
  accountName: string
  accountNumber: string
  bankBranch: string
  bankCode: string
  bankName: string
  methodPayment: 1 | 2
}

const bankAccountColumns = {
  lenderId: 'bigint',
  accountName: 'text',
  accountNumber: 'text',
  bankBranch: 'text',
  bankCode: 'text',
  bankName: 'text',
  methodPayment: 'smallint',
  numberSearch: 'text',
} as const

/**
 * `request`: the lender's own request that is accepted with it. Without it, a waiting request for this very account is
 * accepted too.
 */
type NewAccount = { lenderId: number; request?: string | undefined } & BankAccount

/**
 * Stores the bank account for withdrawals. The first one and each change are reported to the lender, also at former
 * addresses, because an attacker may have requested it. The audit trail records the change without the account.
 * @throws Error for a request that does not wait any more, or is for another account
 */
export const storeBankAccount = mutation<Context, NewAccount, { kept: true }>({
  operation: 'storeBankAccount',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { lenderId, request, ...account }, { context }) {
    const lender = await lockLender(tx, lenderId)
    const open = await openRequest(tx, lenderId)
    const accepted = open && !goesElsewhere(open, account) ? open.id : undefined
    if (request !== undefined && request !== accepted)
      throw new Error(
        `Permintaan rekening tujuan Pemberi Dana ${lenderId} ini tidak lagi menunggu, atau untuk rekening lain.`,
      )
    const before = await maybe<BankAccount>(
      tx,
      'lenders.profile.bank_account_before',
      `select account_name as "accountName", account_number as "accountNumber", bank_branch as "bankBranch",
              bank_code as "bankCode", bank_name as "bankName", method_payment as "methodPayment"
         from lender_bank_account where lender_id = $1`,
      [lenderId],
    )
    await run(
      tx,
      'lenders.profile.store_bank_account',
      `insert into lender_bank_account (${columnNames(bankAccountColumns)})
       values (${placeholders(bankAccountColumns, 2)})
       on conflict (lender_id) do update set account_name = excluded.account_name,
         account_number = case when $1 then lender_bank_account.account_number else excluded.account_number end,
         number_search = excluded.number_search, bank_branch = excluded.bank_branch,
         bank_code = excluded.bank_code, bank_name = excluded.bank_name, method_payment = excluded.method_payment`,
      [
        // An unchanged number is not encrypted again, because the new ciphertext would count as another account.
        before?.accountNumber === account.accountNumber,
        ...oneRow(bankAccountColumns, {
          ...account,
          lenderId,
          accountNumber: new Sealed(account.accountNumber),
          numberSearch: new SearchKey(account.accountNumber),
        }),
      ],
    )
    if (accepted) await acceptRequest(tx, lenderId, accepted)
    const changed = before !== undefined && goesElsewhere(before, account)
    if (changed || !before) {
      const { bankName, accountNumber } = account
      const data = { bankName, lastDigits: accountNumber.slice(-4), isFirst: !before }
      const notice = { lenderId, id: context.random.uuid(), kind: 'BANK_ACCOUNT_CHANGED' } as const
      await notifyLender(tx, notice, notice.kind, data)
      await tellFormer(tx, context, notice, lender)
    }
    const { bankCode, methodPayment } = account
    return {
      answer: { kept: true },
      subject: `lender:${lenderId}`,
      detail: { bankCode, methodPayment, changed, ...(accepted ? { request: accepted } : {}) },
    }
  },
})

type Aim = Pick<BankAccount, 'accountNumber' | 'bankCode' | 'accountName'>

/** Whether withdrawals would reach another account or holder. */
const goesElsewhere = (before: Aim, after: Aim): boolean =>
  before.accountNumber !== after.accountNumber ||
  before.bankCode !== after.bankCode ||
  before.accountName !== after.accountName
