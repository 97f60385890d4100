import { disburseByLine, listed, orderDisbursements, stopOrder } from '../../../cash/testing.ts'
import type { Context } from '../../../context.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { aFundedLoan } from '../../../../testing/servicing.ts'

const actor = { kind: 'operator', name: 'test' } as const

/** Loans that a bank is to pay out: one waits, one was paid, one was given up and is ordered again. */
export async function orderedDisbursements(context: Context): Promise<void> {
  const account = { bankCode: '014', accountNumber: '6612345678', accountHolder: 'Usaha Contoh' }
  const loans = []
  for (let place = 0; place < 3; place += 1)
    loans.push((await aFundedLoan(context, [1_300_000], account)).loanNumber)
  const [, paid = '', again = ''] = loans
  const order = (loanNumbers: readonly string[]) =>
    perform(context, orderDisbursements, { actor, input: { loanNumbers, by: 'FILE' } })
  await order(loans)
  const lineId = await listed(context, { type: 'DEBIT', amount: 1_300_000 })
  await perform(context, disburseByLine, { actor, input: { lineId, loanNumber: paid, note: 'test' } })
  await perform(context, stopOrder, { actor, input: { loanNumber: again, note: 'test' } })
  await order([again])
}

/** Corruptions of orders to pay loans out, each with the invariant that must detect it. */
export const disbursementCorruptions: [string, string, string][] = [
  [
    'I53',
    'an order over another amount than its loan',
    `update disbursement_order set amount = amount - 1 where state = 'SENT'`,
  ],
  [
    'I53',
    'a cancelled loan that the bank is to pay out',
    `update loan_position set status = 'CANCELLED' where loan_id in (select loan_id from disbursement_order where state = 'SENT')`,
  ],
  [
    'I53',
    'a loan that was disbursed by word while the bank has its order',
    `update disbursement_order set state = 'SENT', ended_at = null where state = 'COMPLETED'`,
  ],
  [
    'I53',
    'a loan with two orders',
    `drop index disbursement_order_one;
     update disbursement_order set state = 'SENT', sent_at = created_at, ended_at = null, end_reason = null where state = 'RETURNED'`,
  ],
  [
    'I53b',
    'an order that is complete without a line',
    `delete from bank_line_transfer where name in (
       select l.loan_number from disbursement_order o join loan l on l.id = o.loan_id where o.state = 'COMPLETED')`,
  ],
  ['I53c', 'an order that is gone from its file', `delete from disbursement_order where state = 'SENT'`],
]
