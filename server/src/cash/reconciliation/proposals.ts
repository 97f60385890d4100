import { many, type Queryable } from '../../platform/db/database.ts'

/** What a line can be, as `bank match --to` takes it, and why. */
export type Proposal = { to: string; why: string }

/**
 * What a statement line can be, the likeliest first: what is recorded with its amount and has no line yet, the lender of
 * its number, loans that its remark names or that owe its amount. An operator decides.
 */
export const proposalsFor = (db: Queryable, lineId: string): Promise<Proposal[]> =>
  many<Proposal>(
    db,
    'cash.reconciliation.proposals',
    `with line as materialized (
       select l.*, ' ' || regexp_replace(upper(coalesce(l.remark, '')), '[^A-Z0-9/-]+', ' ', 'g') || ' ' as words
         from bank_line l where l.id = $1
     ), movement as (
       select m.name, min(m.kind) as kind, sum(m.amount) as amount from bank_movement m, line l
        where m.created_at between l.at - interval '31 days' and l.at + interval '31 days'
          and (m.method_payment is null or m.method_payment = l.method_payment) group by m.name
     )
     select found.to, found.why from (
       select 1 as place, 'transfer:' || m.name as to, 'tercatat dengan jumlah ini tanpa mutasi: ' || m.kind as why
         from movement m join line l on m.amount = case l.type when 'CREDIT' then l.amount else -l.amount end
        where not exists (select from bank_line_name n where n.name = m.name and n.method_payment = l.method_payment)
       union all
       select 2, case w.state when 'SENT' then 'settle:' when 'RETURNED' then 'charge:' else 'withdrawal:' end || w.id,
              'penarikan dana dengan jumlah ini, ' || w.state
         from withdrawal w join line l on l.type = 'DEBIT' and w.method_payment = l.method_payment and w.amount = l.amount
        where w.sent_at between l.at - interval '31 days' and l.at + interval '1 day'
          and not exists (select from bank_line o where o.withdrawal_id = w.id and o.type = 'DEBIT' and o.gone_at is null)
       union all
       select 1, 'disbursement:' || n.loan_number, 'pinjaman terdanai dengan jumlah ini yang menunggu dicairkan'
         from loan_position p join line l on l.type = 'DEBIT' and p.status = 'FUNDED' and p.total = l.amount
         join loan n on n.id = p.loan_id
       union all
       select 2, 'enter', 'referensi kita, dari penarikan dana yang tidak ada dalam pembukuan' from line l
        where l.type = 'DEBIT' and l.withdrawal_id is not null
          and not exists (select from disbursement_order o where o.id = l.withdrawal_id)
          and not exists (select from withdrawal w where w.id = l.withdrawal_id)
       union all
       select 2, 'given-back:' || w.id, 'penarikan dana yang sudah dibayar dengan jumlah ini'
         from withdrawal w join line l on l.type = 'CREDIT' and w.method_payment = l.method_payment and w.amount = l.amount
        where w.state = 'PAID' and w.ended_at between l.at - interval '31 days' and l.at
       union all
       select 3, 'payment:' || bank_name_of(p.payment_request_id), 'pembayaran dengan jumlah ini tanpa mutasi, dilaporkan ' || p.told_by
         from bank_payment p join line l on l.type = 'CREDIT' and p.amount = l.amount
          and p.bank = case l.method_payment when 1 then 'BNI' else 'OTHER' end
        where p.told_at between l.at - interval '31 days' and l.at + interval '31 days'
          and not exists (select from bank_line o where o.payment_request_id = bank_name_of(p.payment_request_id))
          and not exists (select from bank_line_match m where m.payment_request_id = bank_name_of(p.payment_request_id))
       union all
       select 4, 'top-up', 'nomornya milik seorang Pemberi Dana' from line l
        where l.type = 'CREDIT' and exists (select from lender_virtual_account v
                                             where v.number = ltrim(l.number) and v.method_payment = l.method_payment)
       union all
       select 5, 'loan:' || n.loan_number, 'keterangannya menyebut pinjaman ini'
         from line l cross join lateral regexp_split_to_table(btrim(l.words), ' ') as word
         join loan n on upper(n.loan_number collate "C") = word join loan_servicing s on s.loan_id = n.id
        where l.type = 'CREDIT'
       union all
       select 6, 'loan:' || owing.loan_number, 'Angsuran berikutnya dengan jumlah ini'
         from line l cross join lateral (
           select n.loan_number from installment i join loan n on n.id = i.loan_id
            where i.superseded_on is null and i.due_date between business_day(l.at) - 31 and business_day(l.at) + 31
              and i.principal - i.principal_paid + i.interest - i.interest_paid = l.amount
            order by abs(i.due_date - business_day(l.at)), n.loan_number limit 5
         ) owing
        where l.type = 'CREDIT'
       union all
       select 7, 'borrower-suspense', 'dibayar Penerima Dana, dan pinjamannya belum diketahui' from line l where l.type = 'CREDIT'
     ) found order by found.place, found.to limit 20`,
    [lineId],
  )
