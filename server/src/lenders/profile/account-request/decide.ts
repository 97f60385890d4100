import type { Context } from '../../../context.ts'
import { mutation } from '../../../platform/commands/command.ts'
import { maybe, type Queryable } from '../../../platform/db/database.ts'
import { notifyLender } from '../../notifications/index.ts'
import type { BankAccount } from '../bank-account.ts'
import { lockLender } from '../lender-settings.ts'
import { endRequest, openRequest } from './store.ts'

const noRequest = (lenderId: number): Error =>
  new Error(`Tidak ada permintaan rekening tujuan Pemberi Dana ${lenderId} yang menunggu.`)

/**
 * What `storeBankAccount` accepts the waiting request of a lender with. The bank that pays stays the one of before.
 * @throws Error if none waits
 */
export async function acceptanceOf(
  db: Queryable,
  lenderId: number,
): Promise<{ lenderId: number; request: string } & BankAccount> {
  const open = await openRequest(db, lenderId)
  if (!open) throw noRequest(lenderId)
  const now = await payingBank(db, lenderId)
  const { id: request, bankCode, bankName, accountNumber, accountName } = open
  return {
    ...{ lenderId, request, bankCode, bankName, accountNumber, accountName },
    bankBranch: now.bankCode === bankCode ? now.bankBranch : '',
    methodPayment: now.methodPayment,
  }
}

type PayingBank = { methodPayment: 1 | 2; bankCode: string | null; bankBranch: string }

/** The bank that pays the withdrawals of a lender, and where their account is now. */
export async function payingBank(db: Queryable, lenderId: number): Promise<PayingBank> {
  const now = await maybe<PayingBank>(
    db,
    'lenders.profile.paying_bank',
    `select method_payment as "methodPayment", bank_code as "bankCode", bank_branch as "bankBranch"
       from lender_bank_account where lender_id = $1`,
    [lenderId],
  )
  return now ?? { methodPayment: 1, bankCode: null, bankBranch: '' }
}

type Refused = { lenderId: number; reason: string }

/**
 * Refuses the waiting request of a lender, who is told why and may make another.
 * @throws Error if none waits
 */
export const refuseBankAccount = mutation<Context, Refused, { refused: true }>({
  operation: 'refuseBankAccount',
  permit: ['operator'],
  withoutSecondPair: 'the lender’s account stays as it is',
  security: true,
  async run(tx, { lenderId, reason }, { context }) {
    await lockLender(tx, lenderId)
    const open = await openRequest(tx, lenderId)
    if (!open || !(await endRequest(tx, lenderId, 'REFUSED', { id: open.id, reason })))
      throw noRequest(lenderId)
    const { bankName, accountNumber } = open
    await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'BANK_ACCOUNT_REQUEST', {
      request: 'REFUSED',
      bankName,
      lastDigits: accountNumber.slice(-4),
      reason,
    })
    return {
      answer: { refused: true },
      subject: `lender:${lenderId}`,
      detail: { request: open.id, reason },
    }
  },
})
