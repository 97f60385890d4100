import { aLender } from '../../../../testing/people.ts'
import { makeFixture } from '../../../../testing/fixture.ts'
import { run } from '../../../platform/db/database.ts'

export type PaymentRow = {
  bank: string
  /** The bank's id of the payment. */
  name: string
  /** The bank's reference number of it. */
  reference: string | null
  amount: number
  toldAt: Date
  toldBy: 'BANK' | 'OPERATOR' | 'STATEMENT'
  /** The reversed payment in whose place this one stands. */
  replaces: string | null
}
export type LineRow = {
  methodPayment: 1 | 2
  type: 'DEBIT' | 'CREDIT'
  amount: number
  at: Date
  bankReference: string | null
  payment: string | null
  withdrawalId: string | null
  isGone: boolean
}
type WithdrawalRow = { state: 'HELD' | 'SENT' | 'PAID' | 'RETURNED'; methodPayment: 1 | 2; endedAt: Date }

/** Noon of a business day in Jakarta. */
export const noon = new Date('2026-06-15T05:00:00Z')
export const hoursLater = (hours: number, from = noon): Date => new Date(from.getTime() + hours * 3_600_000)

/**
 * A database into which the rows of payments, withdrawals and bank lines are inserted as the rules of reconciliation find
 * them, without the commands that write them. All amounts are 70,000 unless they are given.
 */
export async function makeRows() {
  const fixture = await makeFixture({
    withoutFaults: 'inserts rows without a command, and so without retries',
  })
  const { context } = fixture
  const { db, random } = context
  const { lenderId } = await aLender(context)
  await run(
    db,
    'test.account_version',
    `insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code)
     values ($1, 1, 'Siti', '7712345678', '014')`,
    [lenderId],
  )
  let serial = 0
  return {
    ...{ fixture, db, context },
    /** A name that no other row has. */
    newName: (kind: string): string => `${kind}-${(serial += 1)}`,
    async payment({
      bank = 'BNI',
      name,
      reference = null,
      amount = 70_000,
      toldAt = noon,
      toldBy = 'BANK',
      replaces = null,
    }: Partial<PaymentRow> & { name: string }): Promise<string> {
      const id = random.uuid()
      await run(
        db,
        'test.payment',
        `insert into bank_payment (id, bank, payment_request_id, number, amount, reference_no, told_at, told_by, replaces)
         values ($1, $2, $3, '98800', $4, $5, $6, $7, $8)`,
        [id, bank, name, amount, reference, toldAt.toISOString(), toldBy, replaces],
      )
      for (const known of [name, reference])
        if (known !== null && replaces === null)
          await run(
            db,
            'test.payment_name',
            'insert into bank_payment_name (bank, name, payment_id) values ($1, upper(btrim($2)), $3)',
            [bank, known, id],
          )
      return id
    },
    notice: (paymentId: string, name: string, { bank = 'BNI', toldAt = noon } = {}): Promise<number> =>
      run(
        db,
        'test.notice',
        `insert into bank_payment_notice (payment_id, bank, payment_request_id, number, told_at)
         values ($1, $2, $3, '98800', $4)`,
        [paymentId, bank, name, toldAt.toISOString()],
      ),
    /** A contradicting notice under a used name, which turned out to be the payment `paymentId` of its own. */
    async conflict(name: string, paymentId: string, bank = 'BNI'): Promise<void> {
      const id = random.uuid()
      await run(
        db,
        'test.conflict',
        `insert into bank_conflict (id, bank, payment_request_id, number, amount, external_id)
         values ($1, $2, $3, '98800', 1, 'x')`,
        [id, bank, name],
      )
      await run(
        db,
        'test.conflict_end',
        `insert into bank_conflict_end (conflict_id, outcome, payment_id, note) values ($1, 'SEPARATE', $2, 'x')`,
        [id, paymentId],
      )
    },
    /** A payment in suspense, sent back at the bank under this reference unless it still waits. */
    suspense: (paymentId: string, returnReference: string | null): Promise<number> =>
      run(
        db,
        'test.suspense',
        `insert into bank_suspense (payment_id, reason, return_reference, ended_at)
         values ($1, 'NUMBER_UNKNOWN', $2::text, case when $2::text is null then null else app_now() end)`,
        [paymentId, returnReference],
      ),
    reversal: (kind: string, ofId: string): Promise<number> =>
      run(db, 'test.reversal', `insert into reversal (id, kind, of_id, reason) values ($1, $2, $3, 'x')`, [
        random.uuid(),
        kind,
        ofId,
      ]),
    async withdrawal({
      state = 'PAID',
      methodPayment = 1,
      endedAt = noon,
    }: Partial<WithdrawalRow> = {}): Promise<string> {
      const id = random.uuid()
      await run(
        db,
        'test.withdrawal',
        `insert into withdrawal (lender_id, id, state, asked, amount, fee, method_payment, transfer_type, reason,
                                 account_version, sent_at, ended_at, end_reason)
         values ($1, $2, $3::text, 100000, 100000, 0, $4, 'INTERBANK', 'x', 1,
                 case when $3::text in ('SENT', 'PAID') then now() end, case when $3::text in ('PAID', 'RETURNED') then $5::timestamptz end,
                 case when $3::text = 'RETURNED' then 'x' end)`,
        [lenderId, id, state, methodPayment, endedAt.toISOString()],
      )
      return id
    },
    returned: (withdrawalId: string, lineId: string, amount: number): Promise<number> =>
      run(
        db,
        'test.returned',
        `insert into withdrawal_return (lender_id, id, withdrawal_id, line_id, amount, fee, note)
         values ($1, $2, $3, $4, $5, 0, 'x')`,
        [lenderId, random.uuid(), withdrawalId, lineId, amount],
      ),
    payout: (reference: string, methodPayment: 1 | 2, amount: number): Promise<number> =>
      run(
        db,
        'test.payout',
        `insert into payout (id, account_kind, owner_id, method_payment, amount, paid_on, reference, reason)
         values ($1, 'PLATFORM_FEE', 0, $2, $3, '2026-06-15', $4, 'x')`,
        [random.uuid(), methodPayment, amount, reference],
      ),
    async line({
      methodPayment = 1,
      type = 'CREDIT',
      amount = 70_000,
      at = noon,
      bankReference = null,
      payment = null,
      withdrawalId = null,
      isGone = false,
    }: Partial<LineRow> = {}): Promise<string> {
      const id = random.uuid()
      await run(
        db,
        'test.line',
        `insert into bank_line (id, method_payment, type, amount, at, bank_reference, payment_request_id, withdrawal_id,
                                number, occurrence, gone_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, case when $10::boolean then app_now() end)`,
        [id, methodPayment, type, amount, at.toISOString(), bankReference, payment, withdrawalId, id, isGone],
      )
      return id
    },
  }
}

export type Rows = Awaited<ReturnType<typeof makeRows>>
