import { banks, type BankCode } from '@pematang/contract/lenders/bank-account/banks'
import type { Context } from '../../../context.ts'
import { isSameName } from '../../../outside/bank/account-name.ts'
import { bankQueue } from '../../../outside/bank/queue.ts'
import { mutation } from '../../../platform/commands/command.ts'
import { maybe } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { assertMayAct, requireFreshProof } from '../../auth/index.ts'
import { notifyLender, tellFormer } from '../../notifications/index.ts'
import { lockLender } from '../lender-settings.ts'
import { type AskedAccount, countToday, endRequest, insertRequest, unendedRequest } from './store.ts'

type Asked = { lenderId: number; bankCode: BankCode; accountNumber: string; accountName: string }

/** Requests of one lender in 24 hours: each one asks a bank whose account it is. */
const mostToday = 5

/**
 * Asks for another bank account for withdrawals, which staff decide. It is told at every address of the lender, present
 * and former, with the link that stops the account and the request.
 * @throws Refusal BANK_ACCOUNT_ASKED while one waits, BANK_ACCOUNT_SAME, TOO_MANY_REQUESTS, LENDER_…,
 *   FACTOR_CHECK_REQUIRED or PASSWORD_CHECK_REQUIRED
 */
export const askBankAccount = mutation<Context, Asked, { id: string }>({
  operation: 'askBankAccount',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, bankCode, accountNumber, accountName }, { actor, context }) {
    const lender = await lockLender(tx, lenderId)
    assertMayAct(lender.state)
    if (await unendedRequest(tx, lenderId)) throw new Refusal('BANK_ACCOUNT_ASKED')
    const account = { bankCode, bankName: banks[bankCode], accountNumber, accountName }
    if (await isRegistered(tx, lenderId, account)) throw new Refusal('BANK_ACCOUNT_SAME')
    if ((await countToday(tx, lenderId)) >= mostToday)
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: 3_600 })
    await requireFreshProof(tx, actor, 'BANK_ACCOUNT')
    const { random } = context
    const id = random.uuid()
    await insertRequest(tx, { id, lenderId, ...account })
    await enqueue(tx, [
      { id: random.uuid(), kind: 'bank-account.follow', payload: { requestId: id }, queue: bankQueue },
    ])
    const { bankName } = account
    const notice = { lenderId, id: random.uuid(), kind: 'BANK_ACCOUNT_REQUEST' } as const
    const data = { request: 'ASKED', bankName, lastDigits: accountNumber.slice(-4) } as const
    await notifyLender(tx, notice, notice.kind, data)
    await tellFormer(tx, context, notice, lender)
    return { answer: { id }, subject: `lender:${lenderId}`, detail: { request: id, bankCode } }
  },
})

async function isRegistered(tx: Transaction, lenderId: number, asked: AskedAccount): Promise<boolean> {
  const now = await maybe<{ number: string; code: string; name: string }>(
    tx,
    'lenders.profile.registered_account',
    `select account_number as number, bank_code as code, account_name as name from lender_bank_account where lender_id = $1`,
    [lenderId],
  )
  return (
    now?.number === asked.accountNumber &&
    now.code === asked.bankCode &&
    isSameName(now.name, asked.accountName)
  )
}

/** Withdraws a lender's request that waits. @throws Refusal NOT_FOUND if it has ended or is of another lender */
export const withdrawAccountRequest = mutation<Context, { lenderId: number; id: string }, null>({
  operation: 'withdrawBankAccountRequest',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, id }) {
    await lockLender(tx, lenderId)
    if (!(await endRequest(tx, lenderId, 'WITHDRAWN', { id }))) throw new Refusal('NOT_FOUND')
    return { answer: null, subject: `lender:${lenderId}`, detail: { request: id } }
  },
})
