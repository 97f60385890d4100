import type { Context } from '../src/context.ts'
import { many } from '../src/platform/db/database.ts'

/** Lines in the format that the sandbox bank reads, so that its statement contains them too. */
type BankPayment = { id: string; bank: 1; number: string; amount: number; paidAt: string }
type BankTransfer = { id: string; bank: 1 | 2; reference: string; amount: number; at: string }

/**
 * What the sandbox bank did not see of the demo: its top-ups, disbursements and repayments. Each appears in the
 * statement at the time at which it was booked, as a real one would.
 */
export const bankLines = async (context: Context): Promise<(BankPayment | BankTransfer)[]> => [
  ...(await topUps(context)),
  ...(await transfers(context)),
]

async function topUps({ db }: Context): Promise<BankPayment[]> {
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

async function transfers({ db, config }: Context): Promise<BankTransfer[]> {
  const rows = await many<{ id: string; bank: 1 | 2; reference: string; amount: number; at: Date }>(
    db,
    'demo.bank_transfers',
    `select kind || '-' || of_id as id, coalesce(method_payment, $1::int) as bank, name as reference, amount, created_at as at
       from bank_movement order by created_at, id`,
    [config.LOANS_THROUGH],
  )
  return rows.map(({ at, ...transfer }) => ({ ...transfer, at: at.toISOString() }))
}
