import { many, type Queryable } from '../../platform/db/database.ts'
import type { WithdrawalState } from '../withdrawal/index.ts'
import {
  comparePayment,
  compareWithdrawal,
  type OurPayment,
  type OurWithdrawal,
  type TheirLine,
} from './compare.ts'
import { transferDifferences, unknownLines } from './movements.ts'
import { type Found, type Scope, subjectOf, type Subjects } from './subjects.ts'

/** The differences of these subjects, each compared with all its stored lines. */
export async function differencesOf(tx: Queryable, scope: Scope, subjects: Subjects): Promise<Found[]> {
  return [
    ...(await withdrawalDifferences(tx, scope, subjects.withdrawals)),
    ...(await paymentDifferences(tx, scope, subjects.payments)),
    ...(await transferDifferences(tx, scope, subjects.transfers)),
    ...(await unknownLines(tx, scope, subjects.lines)),
  ]
}

type NamedLine = TheirLine & { name: string }

const byName = (lines: readonly NamedLine[]) => Map.groupBy(lines, ({ name }) => name)

async function withdrawalDifferences(
  tx: Queryable,
  { methodPayment, dueBefore }: Scope,
  ids: readonly string[],
): Promise<Found[]> {
  if (ids.length === 0) return []
  const histories = await withdrawalHistories(tx, methodPayment, ids, dueBefore.withdrawals)
  return histories.flatMap(({ id, ours, lines }) => {
    const difference = compareWithdrawal(ours, lines)
    return difference === null ? [] : [{ ...difference, subject: subjectOf.withdrawal(id) }]
  })
}

/** Our withdrawals through a bank, with all their stored statement lines. */
export async function withdrawalHistories(
  tx: Queryable,
  methodPayment: 1 | 2,
  ids: readonly string[],
  dueBefore: Date,
): Promise<{ id: string; ours: OurWithdrawal; lines: TheirLine[] }[]> {
  const ours = await many<OurWithdrawal & { id: string; state: WithdrawalState }>(
    tx,
    'cash.reconciliation.withdrawals',
    `select w.id, w.state, w.amount, w.state = 'PAID' and w.ended_at < $3 as due,
            coalesce((select sum(r.amount) from withdrawal_return r where r.withdrawal_id = w.id), 0)::bigint as returned
       from withdrawal w where w.method_payment = $1 and w.id = any($2::uuid[])`,
    [methodPayment, ids, dueBefore.toISOString()],
  )
  const lines = byName(
    await many<NamedLine>(
      tx,
      'cash.reconciliation.withdrawal_lines',
      `select withdrawal_id::text as name, type, amount from bank_line
        where method_payment = $1 and withdrawal_id = any($2::uuid[]) and gone_at is null
       union all
       select m.withdrawal_id::text, l.type, l.amount from bank_line_match m join bank_line l on l.id = m.line_id
        where l.method_payment = $1 and m.withdrawal_id = any($2::uuid[]) and l.gone_at is null`,
      [methodPayment, ids],
    ),
  )
  return ours.map(({ id, ...one }) => ({ id, ours: one, lines: lines.get(id) ?? [] }))
}

/** A payment that was looked up by one of its identifiers, with all of them; only that one if it was never reported. */
type NamedPayment = OurPayment & { asked: string; subject: string; names: string[] }

async function paymentDifferences(
  tx: Queryable,
  { methodPayment, bank, dueBefore }: Scope,
  asked: readonly string[],
): Promise<Found[]> {
  if (asked.length === 0) return []
  const named = await many<NamedPayment>(
    tx,
    'cash.reconciliation.payments',
    // A second payment under a reused id is listed under that id, so its amount is added. A reversed top-up without a
    // replacement never arrived, so its amount is subtracted.
    `select asked.name as asked, coalesce(c.payment_request_id, bank_name_of(p.payment_request_id), asked.name) as subject,
            (p.amount + twin.amount - case when taken.back then p.amount else 0 end)::bigint as amount, (twin.sent_back + case when s.return_reference is null then 0
                                                                               else coalesce(p.amount, 0) end)::bigint as "sentBack",
            coalesce(coalesce(c.told_at, p.told_at) < $3, false) as due,
            coalesce(greatest(s.ended_at, twin.sent_back_at) < $4, false) as "sentBackDue",
            array_remove(array[asked.name, first.payment_request_id, bank_name_of(p.payment_request_id), c.payment_request_id], null) as names
       from unnest($2::text[]) as asked (name)
       left join lateral (
         select t.payment_id as id from bank_payment_notice t where t.bank = $1 and t.payment_request_id = asked.name
         union all
         select t.id from bank_payment t where t.bank = $1 and t.payment_request_id = asked.name
         union all
         select t.payment_id from bank_payment_name t
          where t.bank = $1 and t.name = upper(btrim(asked.name) collate "C")
         limit 1
       ) found on true
       left join bank_payment first on first.id = found.id
       left join bank_payment p on p.id = current_payment(found.id)
       left join bank_payment_notice c on c.payment_id = p.id
       left join bank_suspense s on s.payment_id = p.id
       cross join lateral (
         select exists (select from reversal r where r.kind in ('TOP_UP', 'UNCONFIRMED_TOP_UP') and r.of_id = p.id::text) as back
       ) taken
       cross join lateral (
         select coalesce(sum(o.amount), 0) as amount,
                coalesce(sum(o.amount) filter (where os.return_reference is not null), 0) as sent_back,
                max(os.ended_at) filter (where os.return_reference is not null) as sent_back_at
           from bank_conflict f join bank_conflict_end e on e.conflict_id = f.id join bank_payment o on o.id = e.payment_id
           left join bank_suspense os on os.payment_id = current_payment(o.id)
          where f.bank = $1 and f.payment_request_id in (bank_name_of(p.payment_request_id), c.payment_request_id)
       ) twin`,
    [bank, asked, dueBefore.payments.toISOString(), dueBefore.transfers.toISOString()],
  )
  const lines = byName(
    await many<NamedLine>(
      tx,
      'cash.reconciliation.payment_lines',
      `select payment_request_id as name, type, amount from bank_line
        where method_payment = $1 and payment_request_id = any($2::text[]) and gone_at is null
       union all
       select m.payment_request_id, l.type, l.amount from bank_line_match m join bank_line l on l.id = m.line_id
        where l.method_payment = $1 and m.payment_request_id = any($2::text[]) and l.gone_at is null`,
      [methodPayment, [...new Set(named.flatMap(({ names }) => names))]],
    ),
  )
  const bySubject = Map.groupBy(named, ({ subject }) => subject)
  return [...bySubject].flatMap(([subject, [payment, ...alike]]) => {
    if (!payment) return []
    const names = new Set([payment, ...alike].flatMap((one) => one.names))
    const difference = comparePayment(
      payment,
      [...names].flatMap((name) => lines.get(name) ?? []),
    )
    return difference === null ? [] : [{ ...difference, subject: subjectOf.payment(subject) }]
  })
}
