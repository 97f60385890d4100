import type { Context } from '../src/context.ts'
import { many } from '../src/platform/db/database.ts'

/** A payment in the format that the sandbox bank reads, so that its statement contains it too. */
type BankPayment = { id: string; bank: 1; number: string; amount: number; paidAt: string }

/**
 * The top-ups of the demo, whose notices the sandbox bank did not send: each appears in its statement on the day on which it
 * was booked, as a real one would.
 */
export async function bankPayments({ db }: Context): Promise<BankPayment[]> {
  const rows = await many<{ id: string; number: string; amount: number; at: Date }>(
    db,
    'demo.bank_payments',
    `select p.payment_request_id as id, v.number, p.amount, p.told_at as at
       from bank_payment p
       join lateral (select number from lender_virtual_account v
                      where v.lender_id = p.lender_id and v.method_payment = 1
                      order by v.ended_at desc nulls first limit 1) v on true
      where p.bank = 'BNI' and p.payment_request_id like 'demo-%'
      order by p.told_at, p.id`,
  )
  return rows.map(({ at, ...payment }) => ({ ...payment, bank: 1, paidAt: at.toISOString() }))
}
