import type { Invariant } from './invariant.ts'

export const withdrawalInvariants: readonly Invariant[] = [
  {
    id: 'I5d',
    holds:
      'each withdrawal has one hold over its amount and fee on cash of its lender, open while it is under way, ended as it ended',
    sql: `
      select w.id, w.state, w.amount, w.fee, h.state as hold, h.amount as held from withdrawal w
        left join hold h on h.purpose = 'WITHDRAWAL' and h.id = w.id
        left join account a on a.id = h.account_id
       where h.id is null or h.amount <> w.amount + w.fee
          or h.state <> case w.state when 'PAID' then 'SETTLED' when 'RETURNED' then 'RELEASED' else 'OPEN' end
          or a.owner_id is distinct from w.lender_id or a.kind not in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')
      union all
      select h.id, null, null, null, h.state, h.amount from hold h
       where h.purpose = 'WITHDRAWAL' and not exists (select from withdrawal w where w.id = h.id)`,
  },
  {
    id: 'I9',
    holds: 'a paid withdrawal left once through its bank, and its fee with it; any other moved nothing',
    sql: `
      select w.id, w.state, w.amount, w.fee, m.moves from withdrawal w
        left join hold h on h.purpose = 'WITHDRAWAL' and h.id = w.id
        cross join lateral (
          select count(*) as moves,
                 count(*) filter (where t.debit_account = h.account_id and c.kind = 'BANK_CLEARING' and t.amount = w.amount
                                    and c.owner_id = w.method_payment) as sent,
                 count(*) filter (where t.debit_account = h.account_id and c.kind = 'TRANSFER_FEE' and t.amount = w.fee
                                    and c.owner_id = w.method_payment) as fees
            from transfer t join account c on c.id = t.credit_account
           where t.kind = 'WITHDRAWAL' and t.ref = w.id::text
        ) m
       where case w.state when 'PAID' then (m.sent, m.fees, m.moves) <> (1, (w.fee > 0)::int, 1 + (w.fee > 0)::int)
             else m.moves <> 0 end
      union all
      select t.id, null, t.amount, null, null from transfer t
       where t.kind = 'WITHDRAWAL' and not exists (select from withdrawal w where w.id::text = t.ref)`,
  },
  {
    id: 'I10',
    holds: 'a withdrawal is of at least 100000, and sends what was asked for or that less its fee',
    sql: `
      select id, asked, amount, fee from withdrawal
       where asked < 100000 or fee < 0 or amount <= 0 or (amount <> asked and amount + fee <> asked)`,
  },
  {
    id: 'I11',
    holds: 'a withdrawal goes to the bank account that was registered when it was asked for',
    sql: `
      select w.id, w.account_version from withdrawal w
       where w.account_version is distinct from (
         select max(v.version) from lender_bank_account_version v
          where v.lender_id = w.lender_id and v.registered_at <= w.created_at)`,
  },
]
