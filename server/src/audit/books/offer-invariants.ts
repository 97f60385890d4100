import type { Invariant } from './invariant.ts'

/** Invariants of offers: each ends by the rule with which its loan was published. */
export const offerInvariants: readonly Invariant[] = [
  {
    id: 'I34',
    holds:
      'each published loan has its rule, and none is offered more than two days after its last day (a signature may still be under way), nor waits more than two days longer for being paid out than its rule allows',
    sql: `
      select l.loan_number, p.status, p.funded, p.reserved, p.offer_until, r.pay_out_days
        from loan_position p join loan l on l.id = p.loan_id left join offer_rule r on r.loan_id = p.loan_id
       where p.status in ('OFFERED', 'FUNDED') and not exists (select from loan_take_over t where t.loan_id = p.loan_id)
         and (r.loan_id is null
           or p.status = 'OFFERED' and p.reserved = 0 and greatest(p.offer_until, r.fixed_on) + 2 < business_day(app_now())
           or greatest(p.offer_until, r.fixed_on,
              (select max(business_day(v.created_at)) from reversal v join transfer t on t.journal_id = v.journal_id
              where v.kind = 'DISBURSEMENT' and t.kind = 'DISBURSEMENT' and t.ref = p.loan_id::text)) + r.pay_out_days + 2 < business_day(app_now()))`,
  },
  {
    id: 'I34b',
    holds:
      'what was decided at the end of an offer follows its rule and is what came of the loan: extensions up to their number, each by its days (one by an operator beside them by at most 90); a loan that is paid out with what is funded had its share and has that total; a cancelled one is off the marketplace; nothing is decided after either',
    sql: `
      select e.loan_id, e.no, e.decision, e.total, e.funded, p.status, p.total as has_total
        from offer_end e join loan_position p on p.loan_id = e.loan_id left join offer_rule r on r.loan_id = e.loan_id
       where r.loan_id is null
          or e.no <> (select count(*) from offer_end b where b.loan_id = e.loan_id and b.no <= e.no)
          or e.decision = 'EXTENDED' and (e.extended_until <> e.offer_until + r.extend_days
               or r.extend_times < (select count(*) from offer_end b
                                     where b.loan_id = e.loan_id and b.no <= e.no and b.decision = 'EXTENDED'))
          or e.decision = 'EXTENDED_BY_OPERATOR' and e.extended_until > e.offer_until + 90
          or e.decision in ('PAID_OUT', 'CANCELLED') and exists (select from offer_end a where a.loan_id = e.loan_id and a.no > e.no
                                                     and (e.decision, a.decision) <> ('PAID_OUT', 'CANCELLED'))
          or e.decision = 'PAID_OUT' and (r.pay_out_share_ppm is null or e.funded = 0 or p.total <> e.funded
               or e.funded * 1000000::numeric < r.pay_out_share_ppm * e.total::numeric)
          or e.decision = 'CANCELLED' and p.status <> 'CANCELLED'`,
  },
]
