type Columns = { after?: number; last?: number; opening?: number; closing?: number; movements?: number }

/** SQL that inserts a monthly statement for every lender, without movements unless the columns say otherwise. */
const statements = (
  month: string,
  { after = 0, last = 0, opening = 0, closing = 0, movements = last - after }: Columns,
): string => `
  insert into statement (lender_id, month, id, opening, closing, topped_up, lent, refunded, principal, interest, penalty, tax,
                         withdrawn, fees, adjusted, movements, backdated, outstanding, not_paid_out, written_off, lost, average,
                         lines_sha256, days)
  select id, '${month}', gen_random_uuid(), ${opening}, ${closing}, ${closing - opening}, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${movements}, 0,
         array[0, 0, 0, 0, 0], 0, 0, 0, 0, sha256(''), '[]' from lender;
  insert into statement_account (lender_id, month, account_id, after_seq, last_seq, opening, closing)
  select owner_id, '${month}', id, ${after}, ${last}, ${opening}, ${closing} from account where kind = 'LENDER_CASH';`

/** Corruptions of issued statements, each with the invariant that must detect it. */
export const statementCorruptions: [string, string, string][] = [
  [
    'I46',
    'a statement whose closing balance differs from the ledger',
    statements('2020-01-01', { closing: 7 }),
  ],
  [
    'I46',
    'a statement that starts after the end of the previous one',
    `${statements('2020-01-01', {})} ${statements('2020-02-01', { after: 1, last: 1 })}`,
  ],
  [
    'I46',
    'a missing month between two statements',
    `${statements('2020-01-01', {})} ${statements('2020-03-01', {})}`,
  ],
  ['I46b', 'a statement with more movements than its account', statements('2020-01-01', { movements: 1 })],
  [
    'I46b',
    'a statement PDF that was replaced',
    `${statements('2020-01-01', {})}
     insert into statement_pdf (lender_id, month, bytes, sha256) select lender_id, month, 'x', sha256('y') from statement`,
  ],
  [
    'I46c',
    'a lender without the statement of a closed month',
    `update lender set created_at = '2020-01-01';
     insert into day_close (date, loans, total, lancar, dalam_perhatian_khusus, kurang_lancar, diragukan, macet, hash, created_at)
     values ('2020-02-29', 0, 0, 0, 0, 0, 0, 0, sha256(''), '2020-03-01')`,
  ],
]
