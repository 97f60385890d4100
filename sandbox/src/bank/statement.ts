import type { TransferContext } from './transfers.ts'
import type { AuthenticatedCall } from './authentication.ts'
import { type Answer, answer } from './snap/answers.ts'
import { instant, jakarta, text, writeAmount } from './snap/fields.ts'

/** SNAP service 14: the lines of the app's account between two times, both included, in a single answer. */
export async function listStatement(
  { bank, store, now }: TransferContext,
  { fields }: AuthenticatedCall,
): Promise<Answer> {
  const accountNo = text(fields, 'accountNo', /^\d{5,34}$/)
  const from = instant(fields, 'fromDateTime')
  const to = instant(fields, 'toDateTime')
  if (accountNo !== bank.accountNo) return answer('14', 'accountUnknown')
  const asked = store.account(bank.methodPayment).between(from, Math.min(to, now().getTime()))
  const sum = (type: 'CREDIT' | 'DEBIT') => {
    const chosen = asked.filter((line) => line.type === type)
    const total = chosen.reduce((before, { amount }) => before + amount, 0)
    return { numberOfEntries: String(chosen.length), totalAmount: writeAmount(total) }
  }
  return answer('14', 'ok', {
    accountNo,
    balance: [
      {
        amount: {
          ...writeAmount(store.account(bank.methodPayment).available),
          dateTime: jakarta(now().getTime()),
        },
      },
    ],
    totalCreditEntries: sum('CREDIT'),
    totalDebitEntries: sum('DEBIT'),
    hasMore: 'N',
    detailData: asked.map(({ at, type, amount, transactionId, remark, detailInfo }) => ({
      type,
      amount: writeAmount(amount),
      transactionDate: jakarta(at),
      transactionId,
      remark,
      transactionDetailStatus: 'SUCCESS',
      detailInfo,
    })),
  })
}
