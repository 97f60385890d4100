const lastSealed = '(select event_id from audit_seal order by seq desc limit 1)'
const firstSealed = '(select event_id from audit_seal order by seq limit 1)'

/** Corruptions of the audit trail and of closed days, each with the invariant that must detect it. */
export const trailCorruptions: [string, string, string][] = [
  ['I24', 'a changed audit event', `update audit_event set outcome = 'other' where id = ${firstSealed}`],
  ['I24', 'a deleted audit event', `delete from audit_event where id = ${firstSealed}`],
  ['I24', 'the deletion of the last audit event', `delete from audit_event where id = ${lastSealed}`],
  [
    'I24',
    'an audit event whose values were moved to other fields',
    `update audit_event set subject = null, outcome = subject, request_id = outcome
      where operation = 'createLender' and subject is not null and request_id is null and detail is null`,
  ],
  ['I24', 'a deleted link of the audit chain', 'delete from audit_seal where seq = 2'],
  [
    'I24',
    'two swapped audit events',
    `update audit_seal set seq = 1000000 where seq = 1;
     update audit_seal set seq = 1 where seq = 2;
     update audit_seal set seq = 2 where seq = 1000000`,
  ],
  [
    'I24c',
    'an audit event with an old id that was added and sealed later',
    `insert into audit_event (id, actor, operation, outcome)
       values ('01900000-0000-7000-8000-000000000001', 'system', 'x', 'done');
     insert into audit_seal (seq, event_id, hash)
       select max(seq) + 1, '01900000-0000-7000-8000-000000000001', sha256('x') from audit_seal`,
  ],
  [
    'I24',
    'removed links that a link beside the chain stands in for',
    `delete from audit_seal where seq = 2;
     insert into audit_retired_link (seq, hash, retirement_id) select 2, hash, event_id from audit_seal where seq = 1`,
  ],
  [
    'I24e',
    'a retirement of the audit trail that no operator made',
    `insert into audit_retirement (id, end_id, entries, last_seq)
       select event_id, event_id, 1, 1 from audit_seal where seq = 1`,
  ],
  [
    'I25',
    'a changed closed day',
    'update day_close set loans = loans + 1 where date = (select min(date) from day_close)',
  ],
  [
    'I25',
    'a changed closed day with a recomputed hash',
    `update day_close set loans = 1, hash = day_close_hash((select hash from day_close b where b.date = day_close.date - 1),
       date, array[1, total, lancar, dalam_perhatian_khusus, kurang_lancar, diragukan, macet], null)
      where date = (select max(date) from day_close)`,
  ],
  [
    'I25',
    'a late loan added to a closed day',
    `insert into day_close_late select max(date), 1, 1, 1, 1 from day_close`,
  ],
  ['I25', 'a deleted closed day', 'delete from day_close where date = (select min(date) + 1 from day_close)'],
  [
    'I25',
    'the deletion of the last closed day',
    'delete from day_close where date = (select max(date) from day_close)',
  ],
  ['I25', 'the deletion of all closed days', 'delete from day_close'],
  [
    'I25e',
    'a past day on which more was outstanding of a loan than its payments left',
    'update loan_servicing set principal_due = principal_due + 1 where principal_due > 0',
  ],
  [
    'I25b',
    'a loan marked as written off without a write-off',
    `update loan_position set status = 'WRITTEN_OFF'`,
  ],
  [
    'I25b',
    'a write-off of a loan that is not written off',
    `insert into write_off (loan_id, written_off_on, principal, interest, reason)
     select loan_id, business_day(now()), 1, 0, 'x' from loan_position`,
  ],
  [
    'I25c',
    'a restructuring that was not applied to its loan',
    `insert into restructuring (loan_id, version, agreed_on, interest, interest_type, tenor, tenor_period, starts_on,
                                principal, interest_kept, interest_waived, agreement_reference, agreement_sha256)
     select loan_id, 9, business_day(now()), 0, 'FLAT', 1, 'MONTH', business_day(now()), 1, 0, 0, 'x', sha256('x')
       from loan_position`,
  ],
]
