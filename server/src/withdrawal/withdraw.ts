import type { Withdrawal } from '@pematang/contract/withdrawal/endpoints'
import { checkWithdrawalAmount, payOut, type WithdrawalReason } from '@pematang/contract/withdrawal/rules'
import { checkPassword, confirmPassword, type Insider } from '../auth/index.ts'
import type { Context } from '../context.ts'
import { withdrawalNumber } from '../funding/index.ts'
import { lockAccounts, pocketOf, reserve } from '../ledger/index.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { Refusal, required } from '../platform/refusal.ts'
import { transferFeeOf } from './fee.ts'
import { insertWithdrawal, lockRegisteredAccount, type RegisteredAccount } from './store.ts'

/** What a lender sends, without the password. */
export type Withdraw = {
  accountName: string
  accountNumber: string
  bankCode: string
  /** Whole rupiah. */
  amount: number
  reason: WithdrawalReason
  methodPayment: 1 | 2
}

/**
 * Takes money off a lender's balance and has it sent to the registered account. The password is checked before the
 * transaction, for that takes long, and has to be the same in it. It is no part of what the key is kept with: a hash of
 * the whole would serve to guess it.
 * @throws Refusal as the contract lists.
 */
export async function withdraw(
  context: Context,
  who: Insider,
  { password, ...input }: Withdraw & { password: string },
  key: string,
): Promise<Withdrawal> {
  const passwordHash = await checkPassword(context, who, 'withdraw', password)
  if (passwordHash === null) throw new Refusal('WITHDRAWAL_PASSWORD_WRONG')
  const { lenderId, session, requestId } = who
  return perform({ ...context, checked: { lenderId, session, passwordHash } }, holdWithdrawal, {
    actor: { kind: 'lender', lenderId },
    input,
    key,
    requestId,
  })
}

type CheckedWorld = Context & { checked: { lenderId: number; session: Buffer; passwordHash: string } }

/**
 * Holds amount and fee, and enqueues the job that gives the order to the bank. Locks the password, the registered
 * account and the cash account, in this order.
 */
export const holdWithdrawal = mutation<CheckedWorld, Withdraw, Withdrawal>({
  operation: 'withdraw',
  permit: ['lender'],
  async run(tx, input, { world }) {
    const { checked, random } = world
    const { lenderId } = checked
    const { fee, transferType } = transferFeeOf(world, input.methodPayment, input.bankCode)
    if (!(await confirmPassword(tx, checked))) throw new Refusal('WITHDRAWAL_PASSWORD_WRONG')
    const account = required(await lockRegisteredAccount(tx, lenderId), 'WITHDRAWAL_ACCOUNT_MISSING')
    if (!isRegistered(account, input)) throw new Refusal('WITHDRAWAL_ACCOUNT_MISMATCH')
    const pocket = await pocketOf(tx, lenderId, input.methodPayment)
    const cash = required((await lockAccounts(tx, [pocket])).get(pocket), 'INTERNAL')
    const cashBalance = cash.balance - cash.held
    const breach = checkWithdrawalAmount({ amount: input.amount, cashBalance })
    if (breach) throw new Refusal(breach.code, 'amount' in breach ? { amount: breach.amount } : {})
    const { sent: amount, total } = payOut({ amount: input.amount, fee, cashBalance })
    const id = random.uuid()
    await reserve(tx, 'WITHDRAWAL', [{ id, account: cash.id, amount: total }])
    const { methodPayment, reason } = input
    await insertWithdrawal(tx, {
      lenderId,
      id,
      asked: input.amount,
      amount,
      fee,
      methodPayment,
      transferType,
      reason,
      accountVersion: account.version,
    })
    await enqueue(tx, [
      { id: random.uuid(), kind: 'withdrawal.follow', payload: { withdrawalId: id }, line: 'bank' },
    ])
    const { accountName, accountNumber, bankCode } = account
    return {
      answer: {
        id,
        transactionNumber: withdrawalNumber(id),
        ...{ accountName, accountNumber, bankCode, amount, reason, methodPayment },
        transfer_fee: fee,
        transfer_type: transferType,
        status: 'In Progress',
        message: 'success',
      },
      subject: `withdrawal:${id}`,
      detail: { amount, fee, methodPayment, lastDigits: accountNumber.slice(-4) },
    }
  },
})

/** Letters of a name count whichever way they are written; digits have to be the very same. */
const isRegistered = (account: RegisteredAccount, asked: Withdraw): boolean =>
  account.accountNumber === asked.accountNumber &&
  account.bankCode === asked.bankCode &&
  plain(account.accountName) === plain(asked.accountName)

const plain = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toUpperCase()
