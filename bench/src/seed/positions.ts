import type { Context } from '../../../server/src/context.ts'
import { run } from '../../../server/src/platform/db/database.ts'
import { inTransaction } from '../../../server/src/platform/db/transaction.ts'

/** Number of fundings per transaction. */
const chunk = 10_000

/**
 * Inserts a lender with fundings of loans that were disbursed a year ago for eighteen months, with a payment in every
 * month since; one loan in ten stopped paying half way. The rows equal what the product would have stored for reports
 * of past days, but no money is moved and no read model is filled.
 */
export async function seedPositions(context: Context, lenderId: number, fundings: number): Promise<void> {
  const { db } = context
  await run(
    db,
    'bench.types',
    `insert into loan_type (id, name) values (1, 'Jenis') on conflict do nothing`,
    [],
  )
  await run(
    db,
    'bench.lender',
    `insert into lender (id, phone, name, email, user_type_id, digi_sign_id, password_hash)
     values ($1::bigint, (81000000000 + $1::bigint)::text, 'Pemberi Dana', 'x@contoh.example', 3, 'sign-' || $1::bigint, 'x')`,
    [lenderId],
  )
  for (let from = 0; from < fundings; from += chunk) {
    const values = [lenderId, from, Math.min(fundings, from + chunk)]
    await inTransaction(db, { repeatable: false }, async (tx) => {
      await tx.query({ text: 'set local session_replication_role = replica' })
      for (const [name, text] of statements) await tx.query({ name: `bench.positions_${name}`, text, values })
    })
  }
}

const numbers = `(select $1::bigint * 1000000 + n as id, n, business_day(app_now()) - 365 as paid_out
                    from generate_series($2::int + 1, $3::int) n) loan`

const isPaid = '(no < 6 or no < 12 and n % 10 > 0)'

const statements: [string, string][] = [
  [
    'borrowers',
    `insert into borrower (id, number, name) select id, 'B-' || id, 'Usaha Contoh ' || n from ${numbers} where n % 3 = 1`,
  ],
  [
    'loans',
    `insert into loan (id, secure_id, loan_number, borrower_id, loan_type_id, interest, interest_type, tenor, tenor_period,
                       grade, offer_from, offer_until, source_hash, disbursed_on)
     select id, 'secure-' || id, 'PMT-' || id, id - (n - 1) % 3, 1, 0.12, 'FLAT', 18, 'MONTH', 'A', paid_out - 10, paid_out, 'x', paid_out
       from ${numbers}`,
  ],
  [
    'positions',
    `insert into loan_position (loan_id, status, total, minimum, funded, offer_from, offer_until, loan_type_id, tenor, escrow_account)
     select id, 'ACTIVE', 1800000, 100000, 1800000, paid_out - 10, paid_out, 1, 18, 1 from ${numbers}`,
  ],
  [
    'versions',
    `insert into schedule_version (loan_id, version, recorded_at) select id, 1, app_now() - interval '365 days' from ${numbers}`,
  ],
  [
    'installments',
    // Those of a loan beside each other, as a disbursement inserts them.
    `insert into installment (loan_id, no, due_date, principal, interest, principal_paid, interest_paid)
     select id, no, (paid_out + no * interval '1 month')::date, 100000, 18000,
            case when ${isPaid} then 100000 else 0 end, case when ${isPaid} then 18000 else 0 end
       from ${numbers} cross join generate_series(1, 18) no order by id, no`,
  ],
  [
    'payments',
    `insert into loan_payment (id, loan_id, reference, paid_on, amount, principal, interest, penalty, fee, excess, tax, created_at)
     select gen_random_uuid(), id, id || '-' || no, (paid_out + no * interval '1 month')::date, 118000, 100000, 18000, 0, 0, 0,
            2700, app_now() - interval '365 days' + no * interval '1 month'
       from ${numbers} cross join generate_series(1, 18) no where ${isPaid}`,
  ],
  [
    'fundings',
    `insert into funding (lender_id, id, loan_id, amount, state, created_at, expected_interest, sign_before, ended_at)
     select $1::bigint, (lpad(to_hex((extract(epoch from app_now() - interval '366 days') * 1000)::bigint), 12, '0') || '7'
              || substr(md5(id::text), 1, 19))::uuid, id, 1800000, 'SETTLED', app_now() - interval '366 days', 324000, app_now(),
            app_now() - interval '366 days' from ${numbers}`,
  ],
  [
    'schedules',
    `insert into funding_schedule (lender_id, funding_id, version, loan_id, first_no, principal, interest)
     select f.lender_id, f.id, 1, f.loan_id, 1, array_fill(100000::bigint, array[18]), array_fill(18000::bigint, array[18])
       from ${numbers} join funding f on f.loan_id = loan.id`,
  ],
  [
    'received',
    `insert into lender_repayment (lender_id, funding_id, no, payment_id, principal, interest, penalty, tax)
     select f.lender_id, f.id, split_part(p.reference, '-', 2)::smallint, p.id, 100000, 18000, 0, 2700
       from ${numbers} join funding f on f.loan_id = loan.id join loan_payment p on p.loan_id = loan.id`,
  ],
]
