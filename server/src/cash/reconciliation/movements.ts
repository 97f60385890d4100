import { many, type Queryable, run } from '../../platform/db/database.ts'
import { compareTransfer, type TheirLine, type Transfer, unknownLineOf } from './compare.ts'
import { type Found, type Scope, subjectOf } from './subjects.ts'

/**
 * The differences of repayments, disbursements and payouts, by the name of their transfer: all that is recorded under it
 * is compared with all its lines, so one transfer of the bank may have several parts. What is of a loan may be listed by
 * either bank, and must be by the one of the loans.
 */
export async function transferDifferences(
  tx: Queryable,
  { methodPayment, loansThrough, dueBefore }: Scope,
  names: readonly string[],
): Promise<Found[]> {
  if (names.length === 0) return []
  const transfers = await many<Transfer & { name: string }>(
    tx,
    'cash.reconciliation.transfers',
    `with ours as (
       select name, sum(amount)::bigint as amount, min(created_at) < $4 as due, bool_or(method_payment is null) as anywhere
         from bank_movement
        where name = any($2::text[]) and coalesce(method_payment, $3::int) = $1 group by name
     ), line as (
       select name, method_payment, case type when 'CREDIT' then amount else -amount end as amount from bank_line_name
        where name = any($2::text[])
     )
     select o.name, o.amount as ours, sum(l.amount)::bigint as theirs, o.due
       from ours o left join line l on l.name = o.name and (o.anywhere or l.method_payment = $1)
      group by o.name, o.amount, o.due`,
    [methodPayment, names, loansThrough, dueBefore.transfers.toISOString()],
  )
  return transfers.flatMap(({ name, ...transfer }) => {
    const difference = compareTransfer(transfer)
    return difference === null ? [] : [{ ...difference, subject: subjectOf.transfer(name) }]
  })
}

/**
 * Statement lines that match nothing in our books. Lines of one name that cancel each other, as of a transfer that
 * came back, need nothing of ours.
 */
export async function unknownLines(
  tx: Queryable,
  { methodPayment }: Pick<Scope, 'methodPayment'>,
  ids: readonly string[],
): Promise<Found[]> {
  if (ids.length === 0) return []
  const lines = await many<TheirLine & { id: string }>(
    tx,
    'cash.reconciliation.unknown_lines',
    // The sums are read once for all stray lines: one by one they would take minutes for a busy day.
    `with stray as materialized (
       select l.id, l.type, l.amount, l.name from bank_line_name l
        where l.id = any($1::uuid[])
          and not exists (select from bank_movement m
                           where m.name = l.name and (m.method_payment is null or m.method_payment = l.method_payment))
     ), total as materialized (
       select name, sum(case type when 'CREDIT' then amount else -amount end) as net from bank_line_name
        where method_payment = $2 and name = any(array(select name from stray where name is not null)) group by name
     )
     select s.id, s.type, s.amount from stray s left join total t on t.name = s.name
      where s.name is null or t.net <> 0`,
    [ids, methodPayment],
  )
  return lines.map(({ id, ...line }) => ({ ...unknownLineOf(line), subject: subjectOf.line(id) }))
}

/** The names of the transfers that these lines may be. */
export const namesOfLines = async (tx: Queryable, ids: readonly string[]): Promise<string[]> =>
  (
    await many<{ name: string }>(
      tx,
      'cash.reconciliation.names_of_lines',
      'select distinct name from bank_line_name where id = any($1::uuid[]) and name is not null',
      [ids],
    )
  ).map(({ name }) => name)

/**
 * Matches debits that do not have the name of a movement as their reference, and name it in our reference or the bank's
 * remark: a loan's number, also of one that the bank is to pay out, or the receipt number of a tax payment. Only one that
 * has the amount and no line yet.
 */
export async function matchByRemark(
  tx: Queryable,
  of: { methodPayment: 1 | 2; loansThrough: 1 | 2; from: Date; until: Date },
): Promise<void> {
  await run(
    tx,
    'cash.reconciliation.match_by_remark',
    // Names are asked for as one array, which the indexes under both views answer: one by one they would take hours.
    `with debit as materialized (
       select id, amount, name from bank_line_name
        where method_payment = $1 and at >= $3 and at < $4 and type = 'DEBIT' and amount > 0
     ), line as materialized (
       select d.id, d.amount, d.name,
              ' ' || regexp_replace(upper(concat_ws(' ', l.remark, l.reference)), '[^A-Z0-9/-]+', ' ', 'g') || ' ' as words
         from debit d join bank_line l on l.id = d.id where coalesce(l.remark, l.reference) is not null
     ), recorded as materialized (
       select name from bank_movement where name = any(array(select name from line where name is not null))
     ), movement as materialized (
       select name, -sum(amount) as amount from bank_movement
        where kind <> 'REPAYMENT' and created_at >= $3::timestamptz - interval '31 days'
          and coalesce(method_payment, $2::int) = $1 group by name
       union all
       select upper(l.loan_number collate "C"), o.amount from disbursement_order o join loan l on l.id = o.loan_id
        where o.method_payment = $1 and o.state in ('SENT', 'PAID')
     ), named as materialized (
       select m.name, min(l.id::text)::uuid as id
         from line l join movement m on m.amount = l.amount and position(' ' || m.name || ' ' in l.words) > 0
        where l.name is null or l.name not in (select name from recorded)
        group by m.name having count(*) = 1
     )
     insert into bank_line_transfer (line_id, name, note)
     select id, name, 'named in the line' from named
      where name not in (select name from bank_line_name
                          where method_payment = $1 and name = any(array(select name from named)))
     on conflict do nothing`,
    [of.methodPayment, of.loansThrough, of.from.toISOString(), of.until.toISOString()],
  )
}
