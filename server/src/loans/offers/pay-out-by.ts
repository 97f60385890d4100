/**
 * SQL for the deadline for disbursing `loan_position p` under `offer_rule r`. After the reversal of a disbursement the
 * time counts from the reversal, so that a correction does not cancel the loan.
 */
export const payOutBy = `case when r.pay_out_days is not null then greatest(p.offer_until, r.fixed_on,
  (select max(business_day(v.created_at)) from reversal v join transfer t on t.journal_id = v.journal_id
              where v.kind = 'DISBURSEMENT' and t.kind = 'DISBURSEMENT' and t.ref = p.loan_id::text)) + r.pay_out_days end`
