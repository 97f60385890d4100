import type { Answer } from '../doors/insist.ts'
import type { LenderDoor } from '../doors/lender.ts'
import type { Island } from './island.ts'
import { Breach, type Of, type Operation } from './operation.ts'
import { endOfTransfer } from '../../model/rules.ts'
import { judgeWithdrawal, recordWithdrawal, sentBy } from '../../model/withdrawals.ts'

/** The bank's fee in rupiah: none within the paying bank (009 or 999), otherwise the fee in the bank's settings. */
export const feeOf = ({ facts }: LenderDoor, method: 1 | 2): number =>
  facts.account.code === (method === 1 ? '009' : '999') ? 0 : 2_500

export const accountOf = (
  island: Island,
  { lender, method = 1, ownAccount }: { lender: string; method?: 1 | 2; ownAccount: boolean },
) => {
  const account = { ...island.door(lender).facts.account, method }
  return ownAccount ? account : { ...account, number: '880012345678' }
}

export async function withdraw(island: Island, operation: Of<'withdraw'>): Promise<void> {
  const { lender, method, amount, key, ownAccount, cutAfterMs } = operation
  await island.untilFree(lender)
  const answer = await island.door(lender).withdraw(amount, accountOf(island, operation), { key, cutAfterMs })
  island.scenario.acknowledge({ operation, answer })
  enterWithdrawal(island, operation, { lender, method, amount, key, ownAccount, answer })
}

/** Checks and records the answer to a withdrawal, and stores it by its idempotency key. */
export function enterWithdrawal(
  island: Island,
  operation: Operation,
  {
    key,
    answer,
    ...asked
  }: { lender: string; method: 1 | 2; amount: number; key: string; ownAccount: boolean; answer: Answer },
): void {
  const { books } = island
  const request = { ...asked, fee: feeOf(island.door(asked.lender), asked.method) }
  const accepted = island.check(operation, judgeWithdrawal(books, request), answer)
  const made = accepted ? String(answer.body['id']) : null
  island.asked.set(key, { kind: 'withdraw', loan: '', ...asked, answer, made })
  if (made === null) return
  if (books.withdrawals.has(made))
    throw new Breach('two requests were answered with one withdrawal', answer, operation)
  const [sent, fee] = [answer.body['amount'], answer.body['transfer_fee']]
  if (sent !== sentBy(books, request) || fee !== request.fee)
    throw new Breach('a withdrawal sends another amount or fee', { answer, request }, operation)
  recordWithdrawal(books, made, request)
  if (endOfTransfer(sentBy(books, request)) === 'GIVEN_BACK') island.returnable.set(key, made)
  island.followWithdrawal(made, asked.lender)
}
