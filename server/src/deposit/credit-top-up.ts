import type { Context } from '../context.ts'
import { openAccount, pocketOf, post } from '../ledger/index.ts'
import { maybe, run } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'
import { type BankCode, banks } from './banks.ts'

/** What a bank tells of money that came in. `paymentRequestId` is the bank's own name of the payment. */
export type TopUp = { bank: BankCode; paymentRequestId: string; lenderId: number; amount: number }

/** The same payment was told before with another amount or lender, or waits in suspense. Nothing is credited. */
export class TopUpConflict extends Error {}

/** Credits money that came in through a bank, once for each payment however often it is told. */
export const creditTopUp = mutation<Context, TopUp, { credited: boolean }>({
  operation: 'creditTopUp',
  permit: ['operator', 'system'],
  async run(tx, input, { world }) {
    const id = world.random.uuid()
    const inserted = await run(
      tx,
      'deposit.insert',
      // What the bank has told of is in the books already: with its lender, or in suspense.
      `insert into top_up (bank, payment_request_id, lender_id, id, amount)
       select $1::text, $2::text, $3::bigint, $4::uuid, $5::bigint
        where not exists (select from bank_payment where bank = $1 and payment_request_id = $2)
       on conflict (bank, payment_request_id) do nothing`,
      [input.bank, input.paymentRequestId, input.lenderId, id, input.amount],
    )
    const subject = `lender:${input.lenderId}`
    if (inserted === 0) {
      const known = await maybe(
        tx,
        'deposit.same',
        'select id from top_up where bank = $1 and payment_request_id = $2 and lender_id = $3 and amount = $4',
        [input.bank, input.paymentRequestId, input.lenderId, input.amount],
      )
      if (!known)
        throw new TopUpConflict(
          `payment ${input.paymentRequestId} was told before with other content, or waits in suspense`,
        )
      return { answer: { credited: false }, subject }
    }
    const clearing = await openAccount(tx, world.random.id(), 'BANK_CLEARING', banks[input.bank])
    const cash = await pocketOf(tx, input.lenderId, banks[input.bank])
    await post(tx, {
      id: world.random.uuid(),
      kind: 'TOP_UP',
      ref: id,
      movements: [{ debit: clearing, credit: cash, amount: input.amount }],
      newId: () => world.random.uuid(),
    })
    return { answer: { credited: true }, subject, detail: { bank: input.bank, amount: input.amount } }
  },
})
