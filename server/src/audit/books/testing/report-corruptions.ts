/** Corruptions of the data behind reports of past days, each with the invariant that must detect it. */
export const reportCorruptions: [string, string, string][] = [
  ['I45', 'a schedule version without its time of recording', 'delete from schedule_version'],
  [
    'I45',
    'a superseded installment without a recorded change',
    `update installment set superseded_on = due_date where no = 1`,
  ],
  [
    'I45b',
    'a balance confirmation with one rupiah too much',
    `insert into platform_certificate (sha256, der) values (sha256('x'), 'x');
     insert into balance_confirmation (id, lender_id, number, as_of, issue, code_sha256, initials, cash, principal, positions,
                                       written_off, owed, total, bytes, sha256, platform_certificate)
     select repeat('x', 22), owner_id, 'KNF-1', business_day(app_now()), 1, sha256('x'), 'X.', balance + 1, 0, 0, 0, 0,
            balance + 1, 'x', sha256('x'), sha256('x')
       from account where kind = 'LENDER_CASH' limit 1`,
  ],
]
