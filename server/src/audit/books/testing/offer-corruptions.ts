/** Corruptions of ended offers, each with the invariant that must detect it. */
export const offerCorruptions: [string, string, string][] = [
  [
    'I34',
    'an expired offer that was not ended',
    `update loan_position set offer_from = offer_from - 100, offer_until = offer_until - 100
      where status = 'OFFERED' and reserved = 0;
     update offer_rule set fixed_on = fixed_on - 100`,
  ],
  [
    'I34',
    'a funded loan past its deadline for disbursement',
    `update loan_position set status = 'FUNDED', offer_from = offer_from - 100, offer_until = offer_until - 100
      where status = 'OFFERED';
     update offer_rule set fixed_on = fixed_on - 100`,
  ],
  ['I34', 'a published loan without an offer rule', 'delete from offer_rule'],
  ['I34b', 'more extensions than the offer rule allows', 'update offer_rule set extend_times = 0'],
  [
    'I34b',
    'an extension by other days than the offer rule says',
    'update offer_rule set extend_days = extend_days + 1',
  ],
  ['I34b', 'a loan disbursed below its minimum share', 'update offer_rule set pay_out_share_ppm = 999999'],
  [
    'I34b',
    'a loan disbursed with a total other than the decided one',
    `update offer_end set funded = funded - 1 where decision = 'PAID_OUT'`,
  ],
  [
    'I34b',
    'a cancelled loan that is still offered',
    `update loan_position set status = 'OFFERED' where status = 'CANCELLED'`,
  ],
  [
    'I34b',
    'a decision about an offer that has ended',
    `insert into offer_end (loan_id, no, decision, offer_until, extended_until, total, funded)
     select loan_id, no + 1, 'EXTENDED', offer_until, offer_until + 7, total, 0 from offer_end where decision = 'CANCELLED'`,
  ],
  [
    'I34b',
    "an operator's extension beyond the maximum days",
    `insert into offer_end (loan_id, no, decision, offer_until, extended_until, total, funded)
     select p.loan_id, 1 + (select count(*) from offer_end e where e.loan_id = p.loan_id), 'EXTENDED_BY_OPERATOR',
            p.offer_until, p.offer_until + 91, p.total, 0
       from loan_position p where p.status = 'OFFERED' limit 1`,
  ],
  ['I34b', 'a deleted decision about an offer', 'delete from offer_end where no = 1'],
]
