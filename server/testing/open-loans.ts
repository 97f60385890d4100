import { type Queryable, run } from '../src/platform/db/database.ts'

/**
 * Inserts many open loans at once for tests of reads: of this many types and tenors, with offers ending on this many
 * different days from today. They have no rules and no terms, so their books are incomplete. Varied ones also differ in
 * grade, interest (which follows the grade, in quarters of a percent), period, amount and remainder.
 */
export async function insertOpenLoans(
  db: Queryable,
  spread: { loans: number; days: number; types: number; tenors: number; varied?: boolean },
): Promise<void> {
  const { loans, days, types, tenors, varied = false } = spread
  const statements: [string, string, unknown[]][] = [
    [
      'types',
      `insert into loan_type (id, name) select n, 'Jenis ' || n from generate_series(1, $1) n on conflict do nothing`,
      [types],
    ],
    [
      'borrower',
      `insert into borrower (id, number, name) values (1, 'B-1', 'Toko Rinjani Jaya') on conflict do nothing`,
      [],
    ],
    [
      'escrow',
      `insert into account (id, kind, owner_id, authorising) values (1, 'LOAN_ESCROW', 0, true) on conflict do nothing`,
      [],
    ],
    [
      'loans',
      `insert into loan (id, secure_id, loan_number, borrower_id, loan_type_id, interest, interest_type, tenor, tenor_period,
                         grade, marketing_title, offer_from, offer_until, source_hash)
       select id, 'secure-' || id, 'OPEN-' || id, 1, 1 + n % $2,
              case when $5 then 0.08 + 0.03 * step + 0.0025 * (id % 12) else 0.12 end, 'ANNUITY', 1 + n / $2 % $3,
              case when $5 then (array['MONTH', 'MONTH', 'WEEK', 'DAY'])[1 + n / $2 % $3 % 4] else 'MONTH' end,
              case when $5 then (array['A', 'B', 'C', 'D', 'E', null])[1 + step] else 'B' end,
              'Tambahan stok ' || n, business_day(app_now()) - 1, business_day(app_now()) + 1 + n / ($2 * $3) % $4, 'x'
         from (select n, n * 7 % 6 as step, 1 + floor(random() * 9007199254740990)::bigint as id
                 from generate_series(0, $1 - 1) n) drawn`,
      [loans, types, tenors, days, varied],
    ],
    [
      'positions',
      `insert into loan_position (loan_id, status, total, minimum, reserved, offer_from, offer_until, loan_type_id, tenor,
                                  escrow_account)
       select id, 'OFFERED', case when $1 then 1000000 * (1 + id % 400) else 10000000 end, 100000,
              case when $1 then 10000 * (1 + id % 400) * (id / 400 % 100) else 0 end,
              offer_from, offer_until, loan_type_id, tenor, 1 from loan
        where source_hash = 'x' on conflict do nothing`,
      [varied],
    ],
  ]
  for (const [name, text, values] of statements) await run(db, `test.open_loans_${name}`, text, values)
}
