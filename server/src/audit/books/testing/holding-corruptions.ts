/** Corruptions of transfers of holdings, each with the invariant that must detect it. */
export const holdingCorruptions: [string, string, string][] = [
  [
    'I55',
    'a transfer from a lender who did not hold it',
    'update holding_transfer_record set from_lender = (select min(id) from lender where id not in (origin_lender, to_lender)) where from_lender = origin_lender',
  ],
  [
    'I55',
    'two transfers of a funding of the same day',
    `insert into holding_transfer_record (id, order_id, funding_id, loan_id, origin_lender, from_lender, to_lender, value_date, kind,
                                          document, reason, principal, interest)
     select gen_random_uuid(), order_id, funding_id, loan_id, origin_lender, to_lender, from_lender, value_date, kind, document, 'x', 0, 0
       from holding_transfer_record`,
  ],
  [
    'I55',
    'a former holder who is still owed',
    `update funding_balance b set principal_due = 1 from holding_transfer t
      where b.funding_id = t.funding_id and b.lender_id = t.from_lender`,
  ],
  [
    'I55b',
    'a payment that another than the holder of its day received',
    `update lender_repayment r set lender_id = t.from_lender from holding_transfer t, standing_payment p
      where r.funding_id = t.funding_id and r.lender_id = t.to_lender and p.id = r.payment_id`,
  ],
  [
    'I55b',
    'a transfer that was moved to another day',
    `update holding_transfer_record set value_date = value_date - 60`,
  ],
  [
    'I55c',
    'a transfer without its entry in the trail',
    `update audit_event set operation = 'x' where operation = 'transferHoldings'`,
  ],
  [
    'I55c',
    'another addendum than the one that was made',
    `alter table transfer_addendum disable trigger all; update transfer_addendum set sha256 = sha256(sha256), bytes = null`,
  ],
  ['I55d', 'a transfer without its addendum', 'update holding_transfer_record set addendum = null'],
  [
    'I55d',
    'an addendum of other lenders',
    `update transfer_addendum set from_lender = to_lender, to_lender = from_lender`,
  ],
  ['I55d', 'a price for what was inherited', `update transfer_addendum set price = 1`],
  [
    'I23',
    'a holding that still asks more than its schedule',
    `update funding_balance b set interest_due = interest_due + 1 from holding_transfer t
      where b.funding_id = t.funding_id and b.lender_id = t.to_lender`,
  ],
]
