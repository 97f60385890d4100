import type { Context } from '../../../server/src/context.ts'
import { run } from '../../../server/src/platform/db/database.ts'
import { inTransaction } from '../../../server/src/platform/db/transaction.ts'

/** Days over which the fundings of the seed are spread, up to today. */
const days = 730
const chunk = 20_000

export type SeedPortfolio = { lenderId: number; fundings: number }

/**
 * Inserts borrowers, and loans that were funded over two years: a tenth is not paid out yet, two in three are active,
 * one in ten of them late, and the others are repaid, written off or restructured. Their rows equal what the product
 * would have left in the read models of the dashboard; no money is moved.
 */
export async function seedLoansOfTwoYears(
  { db }: Context,
  { loans, borrowers }: { loans: number; borrowers: number },
): Promise<void> {
  const statements: [string, string, unknown[]][] = [
    ['types', `insert into loan_type (id, name) select n, 'Jenis ' || n from generate_series(1, 5) n`, []],
    [
      'borrowers',
      `insert into borrower (id, number, name)
       select n, 'B-' || n, (array['UD', 'CV', 'PT', 'Toko', 'Koperasi'])[1 + n % 5] || ' '
              || (array['Rinjani', 'Maju', 'Sumber', 'Sari', 'Berkah', 'Harapan', 'Jaya', 'Makmur'])[1 + n / 5 % 8] || ' '
              || (array['Jaya', 'Abadi', 'Sentosa', 'Mandiri', 'Utama', 'Lestari', 'Bersama'])[1 + n / 40 % 7] || ' ' || n
         from generate_series(1, $1) n`,
      [borrowers],
    ],
    [
      'escrow',
      `insert into account (id, kind, owner_id, authorising) values (1, 'LOAN_ESCROW', 0, true)`,
      [],
    ],
    [
      'loans',
      `insert into loan (id, secure_id, loan_number, borrower_id, loan_type_id, interest, interest_type, tenor, tenor_period,
                         grade, offer_from, offer_until, source_hash, disbursed_on)
       select n, 'secure-' || n, 'PMT-' || (2024 + n % 3) || '-' || lpad(n::text, greatest(6, length(n::text)), '0'), 1 + n::bigint * 7919 % $2,
              1 + n % 5, 0.12, 'ANNUITY', 3, 'MONTH', (array['A', 'B', 'C', null])[1 + n % 4], day - 10, day, 'x',
              case when n % 10 > 0 then day end
         from (select n, business_day(app_now()) - (n::bigint * 31 % $3)::int as day from generate_series(1, $1) n) loan`,
      [loans, borrowers, days],
    ],
    [
      'positions',
      `insert into loan_position (loan_id, status, total, minimum, funded, offer_from, offer_until, loan_type_id, tenor,
                                  escrow_account)
       select id, case when disbursed_on is null then 'FUNDED' when id % 10 < 7 then 'ACTIVE' when id % 50 = 7 then 'WRITTEN_OFF'
                       when id % 50 = 8 then 'RESTRUCTURED' else 'REPAID' end,
              1000000, 100000, 1000000, offer_from, offer_until, loan_type_id, tenor, 1 from loan`,
      [],
    ],
    [
      'terms',
      `insert into loan_terms (loan_id, allocation, penalty_ppm_per_day, penalty_maximum_ppm)
       select id, 'INTEREST_PRINCIPAL_PENALTY', 0, 0 from loan`,
      [],
    ],
    [
      'servicing',
      `insert into loan_servicing (loan_id, disbursed_on, principal, penalty_ppm_per_day, penalty_limit, principal_due,
                                   interest_due, clearing_account)
       select l.id, l.disbursed_on, 1000000, 0, 0, case when p.status = 'REPAID' then 0 else 666667 end,
              case when p.status = 'REPAID' then 0 else 6667 end, 1
         from loan l join loan_position p on p.loan_id = l.id where l.disbursed_on is not null`,
      [],
    ],
    // Of ten active loans, two have an installment that is ten days late; the others have paid one of three
    // installments.
    [
      'installments',
      `insert into installment (loan_id, no, due_date, principal, interest, principal_paid, interest_paid)
       select s.loan_id, no, business_day(app_now()) + case when s.loan_id % 100 < 10 then -10 else 20 end + (no - 2) * 30,
              333333, 3333, case when no = 1 or s.principal_due = 0 then 333333 else 0 end,
              case when no = 1 or s.principal_due = 0 then 3333 else 0 end
         from loan_servicing s cross join generate_series(1, 3) no`,
      [],
    ],
    [
      'write_offs',
      `insert into write_off (loan_id, written_off_on, principal, interest, reason)
       select loan_id, business_day(app_now()), 1, 0, 'x' from loan_position where status = 'WRITTEN_OFF'`,
      [],
    ],
    [
      'new_terms',
      `insert into restructuring (loan_id, version, agreed_on, interest, interest_type, tenor, tenor_period, starts_on,
                                  principal, interest_kept, interest_waived, agreement_reference, agreement_sha256)
       select loan_id, 2, business_day(app_now()), 0.12, 'FLAT', 3, 'MONTH', business_day(app_now()), 1, 0, 0, 'x', sha256('x')
         from loan_position where status = 'RESTRUCTURED'`,
      [],
    ],
    // How each loan stands, which the product keeps in the transaction that changes a loan.
    ['records', `select refresh_repayment_record(array(select loan_id from loan_servicing))`, []],
    [
      'payments',
      `insert into loan_payment (id, loan_id, reference, paid_on, amount, principal, interest, penalty, fee, excess, tax,
                                 created_at)
       select gen_random_uuid(), loan_id, 'R-' || loan_id, business_day(app_now()) - 100, paid * 336666, paid * 333333,
              paid * 3333, 0, 0, 0, 0,
              app_now() - loan_id::bigint * 131 % $1 * interval '1 day'
         from (select loan_id, case when principal_due = 0 then 3 else 1 end as paid from loan_servicing) servicing`,
      [days],
    ],
  ]
  for (const [name, text, values] of statements) await run(db, `bench.two_years_${name}`, text, values)
}

/** Inserts lenders with fundings spread over two years, each of a different loan and with one repayment. */
export async function seedPortfolios(context: Context, portfolios: readonly SeedPortfolio[]): Promise<void> {
  const { db } = context
  const { rows } = await db.query<{ loans: number }>({ text: 'select count(*) as loans from loan' })
  const loans = rows[0]?.loans ?? 0
  for (const { lenderId, fundings } of portfolios) {
    await run(
      db,
      'bench.portfolio_lender',
      `with made as (
         insert into lender (id, phone, name, email, user_type_id, digi_sign_id, password_hash)
         values ($1::bigint, (81000000000 + $1::bigint)::text, 'Pemberi Dana', 'x@contoh.example', 3, 'sign-' || $1::bigint, 'x')
       )
       insert into account (id, kind, owner_id, authorising, balance) values ($1::bigint + 1000, 'LENDER_CASH', $1::bigint, true, 1000000)`,
      [lenderId],
    )
    await run(
      db,
      'bench.portfolio_top_ups',
      `with payment as (
         insert into bank_payment (bank, payment_request_id, lender_id, id, amount, told_at, told_by)
         select 'BNI', $1::bigint || '-' || n, $1::bigint, gen_random_uuid(), 1000000,
                app_now() - n * interval '7 days', 'STATEMENT'
           from generate_series(1, 50) n returning *
       ), named as (
         insert into bank_payment_name (bank, name, payment_id) select bank, upper(payment_request_id), id from payment
       )
       insert into top_up (bank, payment_request_id, lender_id, id, amount, created_at)
       select bank, payment_request_id, lender_id, id, amount, told_at from payment`,
      [lenderId],
    )
    for (let from = 0; from < fundings; from += chunk) {
      const until = Math.min(fundings, from + chunk)
      await inTransaction(db, { repeatable: false }, async (tx) => {
        // Triggers are disabled for these writes; the read models are refreshed in batches.
        await tx.query({ text: 'set local session_replication_role = replica' })
        await tx.query({
          name: 'bench.portfolio',
          text: portfolio,
          values: [lenderId, from, until, fundings, loans, days],
        })
        await tx.query({ text: 'set local session_replication_role = origin' })
        await tx.query({ name: 'bench.portfolio_back', text: cameBack, values: [lenderId] })
      })
    }
    await run(
      db,
      'bench.portfolio_waiting',
      `insert into funding (lender_id, id, loan_id, amount, expected_interest, sign_before)
       select $1::bigint, (lpad(to_hex((extract(epoch from app_now()) * 1000)::bigint), 12, '0') || '7' || substr(md5($1::bigint || 'w' || n), 1, 19))::uuid,
              1 + n, 100000, 1000, app_now() from generate_series(1, 20) n`,
      [lenderId],
    )
  }
}

/** Ids begin with their creation time, as those made by the product do. */
const portfolio = `
  with row as materialized (
    select $1::bigint as lender_id, 1 + (n::bigint * 99991 + $1 * 17) % $5 as loan_id,
           app_now() - ($4 - n) * ($6 * interval '1 day' / $4) as at, n
      from generate_series($2::int + 1, $3::int) n
  ), made as (
    insert into funding (lender_id, id, loan_id, amount, state, created_at, expected_interest, sign_before, ended_at)
    select lender_id, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(lender_id || '-' || n), 1, 19))::uuid,
           loan_id, 100000, 'SETTLED', at, 2000, at, at from row
    returning lender_id, id, loan_id
  ), balances as (
    insert into funding_balance (lender_id, funding_id, loan_id, principal_due, interest_due)
    select m.lender_id, m.id, m.loan_id, s.principal_due / 10, s.interest_due / 10
      from made m join loan_servicing s on s.loan_id = m.loan_id
  )
  insert into lender_repayment (lender_id, funding_id, no, payment_id, principal, interest, penalty, tax)
  select m.lender_id, m.id, 1, p.id, 33333, 333, 0, 49 from made m join loan_payment p on p.loan_id = m.loan_id`

const cameBack = `
  with fresh as materialized (
    select f.lender_id, f.id, f.loan_id from funding f
     where f.lender_id = $1
       and not exists (select from portfolio_row r where r.lender_id = f.lender_id and r.funding_id = f.id)
  )
  select refresh_portfolio(array_agg(f.lender_id), array_agg(f.id)),
         refresh_history(5::smallint, 1::smallint, array_agg(f.lender_id) filter (where p.id is not null),
                         array_agg(p.created_at) filter (where p.id is not null),
                         array_agg(p.id) filter (where p.id is not null),
                         array_agg(33617::bigint) filter (where p.id is not null),
                         array_agg(f.loan_id) filter (where p.id is not null))
    from fresh f left join loan_payment p on p.loan_id = f.loan_id`
