import type { Context } from '../../../server/src/context.ts'
import { run } from '../../../server/src/platform/db/database.ts'
import { inTransaction } from '../../../server/src/platform/db/transaction.ts'

/**
 * Inserts what an operator's lists grow by in years, and what waits in them now, into a database with loans and lenders. No
 * money is moved, and what a row points to may be missing.
 * @param waiting things in a list, and a tenth of them in the rarer ones
 * @param ended things behind a list; ten times as many withdrawals and messages, thirty times as many entries of the trail
 */
export async function seedHistories(
  { db }: Context,
  { waiting, ended }: { waiting: number; ended: number },
): Promise<void> {
  await inTransaction(db, { repeatable: false }, async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' })
    await run(
      tx,
      'bench.histories_lenders',
      `create temp table lender_at on commit drop as select row_number() over (order by id) as n, id from lender`,
    )
    await run(tx, 'bench.histories_lender_places', 'create unique index on lender_at (n) include (id)')
    await run(tx, 'bench.histories_known', 'analyze lender_at')
    const rare = Math.ceil(waiting / 10)
    for (const [name, text, count, open] of statements(waiting, rare, ended))
      await run(
        tx,
        `bench.histories_${name}`,
        text.replace('$rows', rows).replaceAll('$open', `n <= ${open}`),
        [count],
      )
  })
}

/** Numbers with a lender and a time in the last two years each. */
const rows = `(select g.n, l.id as lender_id, gen_random_uuid() as id,
                      app_now() - interval '2 days' - g.n * 13 % 1000003 * interval '1 minute' as at,
                      business_day(app_now()) - (g.n % 700)::int as day
                 from generate_series(1::bigint, $1::bigint) g (n)
                 join lender_at l on l.n = 1 + g.n * 7919 % (select count(*) from lender_at)) row`

const atId = (at: string, name: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5('${name}' || n), 1, 19))::uuid`

/** Name, text, how many rows, and how many of them wait (`$open`). */
type Filling = [string, string, number, number]

const statements = (waiting: number, rare: number, ended: number): Filling[] => [
  ...atBanks(waiting, rare, ended),
  ...ofLoans(waiting, rare, ended),
  ...ofLenders(waiting, rare, ended),
]

const atBanks = (waiting: number, rare: number, ended: number): Filling[] => [
  [
    'payments',
    `insert into bank_payment (id, bank, payment_request_id, number, amount, told_at)
     select md5('payment' || n)::uuid, 'BNI', 'TUNGGU-' || n, '98800', 50000 + n % 1000, at from $rows`,
    waiting + ended,
    0,
  ],
  [
    'suspense',
    `insert into bank_suspense (payment_id, reason, created_at, ended_at, return_reference)
     select md5('payment' || n)::uuid, 'NUMBER_UNKNOWN', at, case when not $open then at end,
            case when not $open then 'R' end from $rows`,
    waiting + ended,
    waiting,
  ],
  // A bank contradicts itself rarely.
  [
    'conflicts',
    `with made as (
       insert into bank_conflict (id, bank, payment_request_id, number, amount, external_id, told_at, payment_id)
       select id, 'BNI', 'TUNGGU-' || n, '98800', 50000, 'x', at, md5('payment' || n)::uuid from $rows returning id, payment_request_id
     )
     insert into bank_conflict_end (conflict_id, outcome, note)
     select id, 'FIRST_STANDS', 'x' from (select id, substr(payment_request_id, 8)::bigint as n from made) one where not $open`,
    rare + Math.ceil(ended / 10),
    rare,
  ],
  [
    'borrower_payments',
    `with made as (
       insert into borrower_payment (id, line_id, method_payment, amount, paid_on, name, note, created_at)
       select id, gen_random_uuid(), 1, 336666, day, 'LEWAT-' || n, 'x', at from $rows returning id, name
     )
     insert into borrower_payment_end (id, borrower_payment_id, note)
     select gen_random_uuid(), id, 'x' from (select id, substr(name, 7)::bigint as n from made) one where not $open`,
    rare + ended,
    rare,
  ],
  [
    'differences',
    `insert into bank_difference (id, method_payment, kind, subject, theirs, found_on, found_at, ended_at, ended_as)
     select id, 1, 'MISSING', 'line:' || id, 5000, day, at, case when not $open then at end, case when not $open then 'SETTLED' end
       from $rows`,
    rare + ended,
    rare,
  ],
  [
    'accounts',
    `with made as (
       insert into lender_bank_account (lender_id, account_name, account_number, number_search, bank_branch, bank_code, bank_name, method_payment)
       select id, 'Pemberi Dana', (70000000 + n)::text, (70000000 + n)::text, 'x', '009', 'BNI', 1 from lender_at where $1::bigint > 0
     )
     insert into lender_bank_account_version (lender_id, version, account_name, account_number, bank_code)
     select id, 1, 'Pemberi Dana', (70000000 + n)::text, '009' from lender_at`,
    1,
    0,
  ],
  [
    'withdrawals',
    `insert into withdrawal (lender_id, id, state, asked, amount, fee, method_payment, transfer_type, reason, account_version,
                             created_at, sent_at, ended_at, bank_reference)
     select lender_id, ${atId('at', 'withdrawal')}, case when $open then 'SENT' else 'PAID' end, 500000, 500000, 0, 1, 'INTERBANK', 'x', 1, at,
            at, case when not $open then at end, 'BNI-' || n from $rows`,
    rare + 10 * ended,
    rare,
  ],
]

const ofLoans = (waiting: number, rare: number, ended: number): Filling[] => [
  // Of the loans that were never paid out these wait for it.
  [
    'cancelled',
    `update loan_position p set status = 'CANCELLED'
       from (select loan_id, row_number() over (order by loan_id) as place from loan_position where status = 'FUNDED') row
      where row.loan_id = p.loan_id and row.place > $1::bigint`,
    waiting,
    0,
  ],
  [
    'offer_rules',
    `insert into offer_rule (loan_id, extend_days, extend_times, pay_out_days, fixed_on)
     select loan_id, 0, 0, 5, offer_until from loan_position where status = 'FUNDED' and $1::bigint > 0`,
    1,
    0,
  ],
  [
    'orders',
    `insert into disbursement_order (id, loan_id, account_version, amount, method_payment, transfer_type, state, created_at, sent_at, ended_at)
     select gen_random_uuid(), p.loan_id, 1, 1000000, 1, 'INTERBANK', case when p.status = 'FUNDED' then 'SENT' else 'COMPLETED' end,
            row.at, row.at, case when p.status <> 'FUNDED' then row.at end
       from (select status, loan_id, row_number() over (partition by status = 'FUNDED' order by loan_id) as place from loan_position) p
       join $rows on n = p.loan_id where p.status <> 'FUNDED' or p.place <= ${rare}`,
    10 * ended,
    0,
  ],
  [
    'account_requests',
    `insert into bank_account_request (id, lender_id, bank_code, bank_name, account_number, account_name, at, state, ended_at)
     select id, lender_id, '009', 'BNI', '70000000', 'x', at, case when $open then 'ASKED' else 'WITHDRAWN' end,
            case when not $open then at end from $rows`,
    Math.min(rare, 1000) + ended,
    Math.min(rare, 1000),
  ],
  [
    'fundings',
    `insert into funding (lender_id, id, loan_id, amount, state, created_at, expected_interest, sign_before, ended_at)
     select lender_id, ${atId('at', 'funding')}, n, 100000, case when $open then 'WAITING' else 'SETTLED' end, at, 2000, at,
            case when not $open then at end from $rows`,
    rare + 10 * ended,
    rare,
  ],
]

const ofLenders = (waiting: number, rare: number, ended: number): Filling[] => [
  [
    'messages',
    `insert into notification_message (id, lender_id, channel, topic, day, due_at, state, unsubscribe_key, created_at, closed_at, ended_at)
     select id, lender_id, 'EMAIL', 'DIGEST', day, at, case when $open then 'WAITING' when n % 100 = 0 then 'REFUSED' else 'SENT' end,
            gen_random_uuid(), at, at, case when not $open then at end from $rows`,
    rare + 10 * ended,
    rare,
  ],
  // Evidence is renewed each year.
  [
    'classes',
    `with made as (
       insert into lender_class (lender_id, version, kind, yearly_income, supervised, since, evidence, valid_until)
       select id, version, 'INDIVIDUAL', 100000000, false, business_day(app_now()) - 2000, 'x',
              business_day(app_now()) + 20 + (n % 1000)::int - case when version < 3 then 1100 else 0 end
         from lender_at cross join generate_series(1, 3) version where $1::bigint > 0
     )
     update lender set class_version = 3`,
    1,
    0,
  ],
  [
    'mandates',
    `with made as (
       insert into mandate (id, lender_id, version, number, largest_per_loan, total_budget, valid_until, snapshot, text_sha256, created_at)
       select id, lender_id, n, 'KUASA-' || n, 1, 1, at + interval '700 days', '{}', sha256('x'), at from $rows returning id, created_at
     )
     insert into mandate_signature (mandate_id, shown_sha256, signed_sha256, signed_at)
     select id, 'x', 'x', created_at from made`,
    ended,
    0,
  ],
  [
    'jobs',
    `insert into job (id, kind, payload, dead_at) select id, 'x', '{}', case when n % 1000 = 0 then at end from $rows`,
    waiting,
    0,
  ],
  [
    'estates',
    `with made as (
       insert into estate_record (lender_id, id, parts, document, reason, occurrence) select lender_id, id, '{1}', 'x', 'x', 1 from $rows
     )
     insert into supporting_document (name, sha256) values ('x', encode(sha256('x'), 'hex'))`,
    Math.ceil(ended / 100),
    0,
  ],
  [
    'trail',
    `insert into audit_event (id, at, actor, operation, subject, outcome, request_id, detail)
     select ${atId('at', 'trail')}, at, case when n % 30 = 0 then 'operator:x' else 'lender:' || lender_id end,
            case when n % 30 = 0 then 'recordRepayment' else 'fundLoan' end,
            case when n % 10 = 0 then 'lender:' || lender_id else 'loan:' || n end, 'done', 'PROXY-' || n, '{"amount": 1000}' from $rows`,
    30 * ended,
    0,
  ],
  [
    'days',
    `with made as (
       insert into bank_balance_check (method_payment, checked_at, at, amount, expected)
       select 1 + n % 2, at, at, 1, 1 from $rows
     )
     insert into bank_reconciliation (method_payment, day, transfers, amount, differences)
     select 1 + n % 2, business_day(app_now()) - n / 2, 1, 1, '[]' from generate_series(2, 1500) n`,
    ended,
    0,
  ],
]
