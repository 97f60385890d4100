import type { Answer } from '../../../api/client.ts'
import { maskNumber } from '@pematang/contract/format/mask-number'
import type { BankAccount, WithdrawalRequest } from './send-withdrawal.ts'

/** The facts of a withdrawal on its result screen. Amounts in whole rupiah; the account masked. */
export type WithdrawnFacts = {
  sent: number
  fee: number
  bankName: string
  account: string
  /** The number of the withdrawal, once the server has assigned one. */
  reference?: string
}

type Shown = { facts?: WithdrawnFacts }

/** The router state of the result screen. For the outcome `unknown` no answer came, and `key` is used to look it up. */
export type WithdrawResult =
  | ({ outcome: 'success' } & Shown)
  | ({ outcome: 'failure'; message: string } & Shown)
  | ({ outcome: 'unknown'; key: string } & Shown)

/** The sentence for a failure without a reason from the server (specification, section 8). */
export const withdrawFailed = 'Maaf proses permintaan tarik dana belum dapat diproses.'

export const factsOf = (account: BankAccount, request: WithdrawalRequest): WithdrawnFacts => ({
  sent: request.sent,
  fee: request.fee,
  bankName: account.bankName,
  account: maskNumber(account.bankAccount),
})

/** The facts of the withdrawal, updated with the server's answer. */
export const withAnswer = (
  facts: WithdrawnFacts | undefined,
  { amount, transfer_fee, transactionNumber, accountNumber }: Answer<'POST /withdrawals'>,
): WithdrawnFacts => ({
  bankName: facts?.bankName ?? '',
  account: maskNumber(accountNumber),
  sent: amount,
  fee: transfer_fee,
  reference: transactionNumber,
})

const isText = (value: unknown): value is string => typeof value === 'string'

function readFacts(given: unknown): Shown {
  const { sent, fee, bankName, account, reference } = (given ?? {}) as Record<string, unknown>
  if (!Number.isSafeInteger(sent) || !Number.isSafeInteger(fee) || !isText(bankName) || !isText(account))
    return {}
  const known = { sent: sent as number, fee: fee as number, bankName, account: maskNumber(account) }
  return { facts: { ...known, ...(isText(reference) && { reference }) } }
}

/**
 * The result in a router state, or null where there is none: the page was opened by its URL, or the state is not one of
 * ours.
 */
export function readWithdrawResult(state: unknown): WithdrawResult | null {
  const given = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>
  const shown = readFacts(given.facts)
  if (given.outcome === 'success') return { outcome: 'success', ...shown }
  if (given.outcome === 'unknown' && isText(given.key))
    return { outcome: 'unknown', key: given.key, ...shown }
  if (given.outcome !== 'failure') return null
  const said = isText(given.message) ? given.message.trim() : ''
  return { outcome: 'failure', message: said || withdrawFailed, ...shown }
}
