import type { Withdrawal } from '@pematang/contract/cash/withdrawal/endpoints'
import {
  checkWithdrawalAmount,
  payOut,
  type WithdrawalReason,
} from '@pematang/contract/cash/withdrawal/rules'
import {
  checkPassword,
  confirmPassword,
  consumeFactorGrant,
  type ActingCaller,
  withdrawalsFrom,
} from '../../lenders/index.ts'
import type { Context } from '../../context.ts'
import { withdrawalNumber } from '@pematang/contract/format/reference-number'
import { cashAccountOf, cashBalancesOf, collectReceivables, lockAccounts } from '../../books/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { transferFeeOf } from './fee.ts'
import { placeWithdrawals } from './place-withdrawals.ts'
import { askedToday, findWithdrawal, lockRegisteredAccount, type RegisteredAccount } from './store.ts'

/** The lender's request, without the password. */
export type Withdraw = {
  accountName: string
  accountNumber: string
  bankCode: string
  /** Whole rupiah. */
  amount: number
  reason: WithdrawalReason
  methodPayment: 1 | 2
  /** The amount that is sent after the fee, as shown to the lender. */
  sent?: number | undefined
}

/**
 * Withdraws cash to the registered account. The slow password check runs before the transaction, which confirms that
 * the password is unchanged. The password is not part of the idempotency hash, because the hash would help to guess it.
 * @throws Refusal the ones listed in the API contract
 */
export async function withdraw(
  context: Context,
  who: ActingCaller,
  { password, ...input }: Withdraw & { password: string },
  key: string,
): Promise<Withdrawal> {
  const passwordHash = await checkPassword(context, who, 'withdraw', password)
  if (passwordHash === null) throw new Refusal('WITHDRAWAL_PASSWORD_WRONG')
  const { lenderId, session, requestId, ip: source, actor } = who
  const held = await perform({ ...context, checked: { lenderId, session, passwordHash } }, holdWithdrawal, {
    actor,
    input,
    key,
    requestId,
    source,
  })
  return withAccount(context.db, held)
}

/** What is stored under the idempotency key: the bank account is read again by the withdrawal's id. */
export type HeldWithdrawal = Omit<Withdrawal, 'accountName' | 'accountNumber' | 'bankCode'>

/** Completes a stored answer with the bank account to which the withdrawal goes. */
export async function withAccount(db: Queryable, held: HeldWithdrawal): Promise<Withdrawal> {
  const { accountName, accountNumber, bankCode } = required(await findWithdrawal(db, held.id), 'INTERNAL')
  return { ...held, accountName, accountNumber, bankCode }
}

type CheckedContext = Context & { checked: { lenderId: number; session: Buffer; passwordHash: string } }

/**
 * Holds amount and fee, and enqueues the job that orders the transfer. The lender's debts are collected first. Locks
 * the password, the registered account and the cash account, in this order.
 */
export const holdWithdrawal = mutation<CheckedContext, Withdraw, HeldWithdrawal>({
  operation: 'withdraw',
  permit: ['lender'],
  security: true,
  company: { amount: ({ amount }) => amount, requirePossible },
  async run(tx, input, { context, actor }) {
    const { checked, random } = context
    const { lenderId } = actor
    const { fee, transferType } = transferFeeOf(context, input.methodPayment, input.bankCode)
    const lender = required(await confirmPassword(tx, checked), 'WITHDRAWAL_PASSWORD_WRONG')
    const account = requireRegistered(await lockRegisteredAccount(tx, lenderId), input)
    const from = await withdrawalsFrom(context, tx, lenderId)
    if (from) throw new Refusal('WITHDRAWAL_WAITS', { until: from.toISOString() })
    await collectReceivables(tx, random, [lenderId])
    const accountId = await cashAccountOf(tx, lenderId, input.methodPayment)
    const cash = required((await lockAccounts(tx, [accountId])).get(accountId), 'INTERNAL')
    const cashBalance = cash.balance - cash.held
    const breach = checkWithdrawalAmount({ amount: input.amount, cashBalance, fee })
    if (breach) {
      throw new Refusal(breach.code, 'amount' in breach ? { amount: breach.amount } : {})
    }
    const { sent: amount } = payOut({ amount: input.amount, fee, cashBalance })
    if (input.sent !== undefined && input.sent !== amount) throw new Refusal('WITHDRAWAL_CHANGED')
    if (lender.hasFactor) await requireFactor(tx, context, lenderId, input.amount)
    const id = random.uuid()
    const { methodPayment, reason } = input
    await placeWithdrawals(tx, context, cash.id, [
      {
        lenderId,
        id,
        asked: input.amount,
        amount,
        fee,
        methodPayment,
        transferType,
        reason,
        accountVersion: account.version,
      },
    ])
    return {
      answer: {
        id,
        transactionNumber: withdrawalNumber(id),
        ...{ amount, reason, methodPayment },
        transfer_fee: fee,
        transfer_type: transferType,
        status: 'In Progress',
        message: 'success',
      },
      subject: `withdrawal:${id}`,
      detail: { amount, fee, methodPayment, lastDigits: account.accountNumber.slice(-4) },
    }
  },
})

/**
 * Refuses a withdrawal that no decision could run now; what is held may be free again by then.
 * @throws Refusal WITHDRAWAL_ABOVE_BALANCE, WITHDRAWAL_BELOW_MINIMUM
 */
async function requirePossible(
  tx: Queryable,
  { lenderId }: ActorOf<'lender'>,
  { amount, methodPayment }: Withdraw,
): Promise<void> {
  const { cash, additional } = await cashBalancesOf(tx, lenderId)
  const from = methodPayment === 2 && additional ? additional : cash
  const cashBalance = from.available + from.reserved + from.withdrawing
  const breach = checkWithdrawalAmount({ amount, cashBalance, fee: null })
  if (breach) throw new Refusal(breach.code, 'amount' in breach ? { amount: breach.amount } : {})
}

/**
 * Asks a lender who has a second factor for it, from an amount that the withdrawals of 24 hours reach together.
 * @param amount whole rupiah
 * @throws Refusal FACTOR_CHECK_REQUIRED
 */
async function requireFactor(
  tx: Transaction,
  { checked, config }: CheckedContext,
  lenderId: number,
  amount: number,
): Promise<void> {
  const before = await askedToday(tx, lenderId)
  if (before + amount >= config.FACTOR_WITHDRAWAL_FROM) await consumeFactorGrant(tx, checked, 'WITHDRAWAL')
}

/**
 * Requires that the request names the registered account. Names are compared without case and spacing; numbers must be
 * identical.
 * @throws Refusal WITHDRAWAL_ACCOUNT_MISSING, WITHDRAWAL_ACCOUNT_MISMATCH
 */
export function requireRegistered(
  account: RegisteredAccount | undefined,
  asked: Pick<Withdraw, 'accountName' | 'accountNumber' | 'bankCode'>,
): RegisteredAccount {
  const found = required(account, 'WITHDRAWAL_ACCOUNT_MISSING')
  const isNamed =
    found.accountNumber === asked.accountNumber &&
    found.bankCode === asked.bankCode &&
    plain(found.accountName) === plain(asked.accountName)
  if (!isNamed) throw new Refusal('WITHDRAWAL_ACCOUNT_MISMATCH')
  return found
}

const plain = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toUpperCase()
