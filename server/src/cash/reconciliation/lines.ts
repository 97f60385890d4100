import type { Window } from '../../platform/pages.ts'
import type { BankLine } from '../../outside/bank/port.ts'
import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'

/** A bank's statement of a period, both ends included. */
export type BankList = { from: Date; to: Date; lines: BankLine[] }

/** The withdrawal id that a bank's reference encodes; null if it has another format. */
export function withdrawalIdOf(reference: string | null): string | null {
  if (reference === null || !/^[0-9a-f]{32}$/.test(reference)) return null
  return reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const identityOf = (line: BankLine): string =>
  JSON.stringify([
    line.at.getTime(),
    line.type,
    line.amount,
    line.reference,
    line.bankReference,
    line.paymentRequestId,
    line.number,
  ])

/**
 * Numbers identical lines: two in one statement are two movements, while one in two statements is the same movement.
 */
function withOccurrences(lines: readonly BankLine[]): (BankLine & { occurrence: number })[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const identity = identityOf(line)
    const occurrence = (seen.get(identity) ?? 0) + 1
    seen.set(identity, occurrence)
    return { ...line, occurrence }
  })
}

const lineColumns = {
  type: 'text',
  amount: 'bigint',
  at: 'timestamptz',
  reference: 'text',
  bankReference: 'text',
  paymentRequestId: 'text',
  number: 'text',
  occurrence: 'integer',
} as const
const newLineColumns = { ...lineColumns, id: 'uuid', withdrawalId: 'uuid', remark: 'text' } as const

/**
 * Stores the lines of a statement, each once however often it is listed. A stored line of the same period that is no
 * longer listed is marked as gone, and ignored until the bank lists it again.
 */
export async function storeLines(
  tx: Queryable,
  methodPayment: 1 | 2,
  { from, to, lines }: BankList,
  newId: () => string,
): Promise<void> {
  const listed = withOccurrences(lines)
  const values = manyRows(lineColumns, listed)
  await run(
    tx,
    'cash.reconciliation.store_lines',
    `insert into bank_line (method_payment, ${columnNames(newLineColumns)})
     select $1, row.* from ${unnestRows(newLineColumns, 2)}
     on conflict on constraint bank_line_once do nothing`,
    [
      methodPayment,
      ...values,
      arrayLiteral(listed.map(newId)),
      arrayLiteral(listed.map(({ reference }) => withdrawalIdOf(reference))),
      listed.map(({ remark = null }) => remark),
    ],
  )
  await run(
    tx,
    'cash.reconciliation.gone_lines',
    // The lines are found by the index of their identity and then looked up by a hash: a statement of a busy day has tens
    // of thousands, and comparing each with each would take minutes.
    `with listed as materialized (
       select k.id from ${unnestRows(lineColumns, 4)}
         join bank_line k on k.method_payment = $1 and k.at = row.at and k.type = row.type and k.amount = row.amount
          and k.occurrence = row.occurrence
          and k.reference is not distinct from row.reference
          and k.bank_reference is not distinct from row.bank_reference
          and k.payment_request_id is not distinct from row.payment_request_id
          and k.number is not distinct from row.number
     )
     update bank_line l set gone_at = case when l.id in (select id from listed) then null else app_now() end
      where l.method_payment = $1 and l.at > $2 and l.at < $3
        and (l.id in (select id from listed)) <> (l.gone_at is null)`,
    [methodPayment, from.toISOString(), to.toISOString(), ...values],
  )
}

export async function storeBalance(
  tx: Queryable,
  methodPayment: 1 | 2,
  { amount, at }: { amount: number; at: Date },
): Promise<void> {
  await run(
    tx,
    'cash.reconciliation.store_balance',
    `insert into bank_balance (method_payment, at, amount) values ($1, $2, $3) on conflict do nothing`,
    [methodPayment, at.toISOString(), amount],
  )
}

/** The last known balance of our account at each bank, in whole rupiah; null when a bank never sent one. */
export async function newestBalances(db: Queryable): Promise<Record<1 | 2, BankBalance | null>> {
  const rows = await many<{ methodPayment: 1 | 2 } & BankBalance>(
    db,
    'cash.reconciliation.newest_balance',
    `select distinct on (method_payment) method_payment as "methodPayment", at, amount,
            business_day(at)::text as day, business_day(app_now()) - business_day(at) as age
       from bank_balance order by method_payment, at desc`,
  )
  const of = (method: 1 | 2): BankBalance | null => {
    const row = rows.find(({ methodPayment }) => methodPayment === method)
    return row ? { at: row.at, day: row.day, age: row.age, amount: row.amount } : null
  }
  return { 1: of(1), 2: of(2) }
}

/** A balance stated by a bank; `day` is its business day, `age` how many days ago that was. */
export type BankBalance = { at: Date; day: string; age: number; amount: number }

/**
 * Matches credits listed only with a reference number: to the payment with this number and amount that was reported
 * within two days (by an operator within a month) and has no line yet. Debits are matched to returned payments in the
 * same way.
 */
export async function matchByReference(
  tx: Queryable,
  { methodPayment, bank, from, until }: { methodPayment: 1 | 2; bank: string; from: Date; until: Date },
): Promise<void> {
  await run(
    tx,
    'cash.reconciliation.match_by_reference',
    `insert into bank_line_match (line_id, payment_request_id, note)
     select min(l.id::text)::uuid, bank_name_of(p.payment_request_id), 'by the reference number of the payment'
       from bank_line l
       join bank_payment_name n on n.bank = $2 and n.name = upper(btrim(l.bank_reference) collate "C")
       join bank_payment p on p.id = current_payment(n.payment_id) and p.amount = l.amount
        and p.told_at between l.at - interval '2 days'
                          and l.at + case p.told_by when 'OPERATOR' then interval '31 days' else interval '2 days' end
       left join bank_payment_notice c on c.payment_id = p.id
      where l.method_payment = $1 and l.at >= $3::timestamptz - interval '28 days' and l.at < $4
        and (l.at >= $3 or p.told_by = 'OPERATOR') and l.type = 'CREDIT' and l.gone_at is null
        and l.payment_request_id is null and l.withdrawal_id is null
        and not exists (select from bank_line_match m where m.line_id = l.id)
        and not exists (select from bank_line_transfer t where t.line_id = l.id and t.taken_back_at is null)
        and not exists (select from borrower_payment_now b where b.line_id = l.id)
        and not exists (select from bank_line_match m join bank_line o on o.id = m.line_id
                         where m.payment_request_id in (bank_name_of(p.payment_request_id), c.payment_request_id)
                           and o.method_payment = $1)
        and not exists (select from bank_line o where o.method_payment = $1
                           and o.payment_request_id in (bank_name_of(p.payment_request_id), c.payment_request_id))
      group by bank_name_of(p.payment_request_id) having count(*) = 1
     on conflict do nothing`,
    [methodPayment, bank, from.toISOString(), until.toISOString()],
  )
  await run(
    tx,
    'cash.reconciliation.match_sent_back',
    `insert into bank_line_match (line_id, payment_request_id, note)
     select min(l.id::text)::uuid, coalesce(f.payment_request_id, c.payment_request_id, bank_name_of(p.payment_request_id)), 'by the reference under which it was sent back'
       from bank_line l
       join bank_suspense s on upper(btrim(s.return_reference) collate "C") = upper(btrim(l.bank_reference) collate "C")
       join bank_payment p on p.id = s.payment_id and p.bank = $2 and p.amount = l.amount
        and current_payment(p.id) = p.id
       left join bank_payment_notice c on c.payment_id = p.id
       left join bank_conflict_end e on e.payment_id = p.id
       left join bank_conflict f on f.id = e.conflict_id
      where l.method_payment = $1 and l.at >= $3 and l.at < $4 and l.type = 'DEBIT' and l.gone_at is null
        and l.payment_request_id is null and l.withdrawal_id is null
        and not exists (select from bank_line_match m where m.line_id = l.id)
        and not exists (select from bank_line_transfer t where t.line_id = l.id and t.taken_back_at is null)
        and not exists (select from borrower_payment_now b where b.line_id = l.id)
      group by 2 having count(*) = 1
     on conflict do nothing`,
    [methodPayment, bank, from.toISOString(), until.toISOString()],
  )
}

export type StoredLine = {
  id: string
  methodPayment: 1 | 2
  type: 'DEBIT' | 'CREDIT'
  amount: number
  at: Date
  reference: string | null
  bankReference: string | null
  number: string | null
  /** The bank's own words on it; null also where it was stored before they were kept. */
  remark: string | null
  /** Its withdrawal or payment, by the line's own reference or as matched by an operator; null if unknown. */
  withdrawalId: string | null
  paymentRequestId: string | null
  /** The recorded movements that it is, by their common name; null if there are none. */
  transfer: string | null
  isMatched: boolean
  isGone: boolean
}

const named = `
  select l.id, l.method_payment as "methodPayment", l.type, l.amount, l.at, l.reference, l.bank_reference as "bankReference",
         l.number, l.remark, coalesce(own.id, m.withdrawal_id) as "withdrawalId",
         coalesce(l.payment_request_id, m.payment_request_id) as "paymentRequestId",
         (select n.name from bank_line_name n
           where n.id = l.id and exists (
             select from bank_movement b
              where b.name = n.name and (b.method_payment is null or b.method_payment = l.method_payment))) as transfer,
         m.line_id is not null or t.line_id is not null as "isMatched", l.gone_at is not null as "isGone"
    from bank_line l left join bank_line_match m on m.line_id = l.id
    left join bank_line_transfer t on t.line_id = l.id and t.taken_back_at is null
    left join withdrawal own on own.id = l.withdrawal_id and own.method_payment = l.method_payment`

export const findLine = (db: Queryable, id: string): Promise<StoredLine | undefined> =>
  maybe<StoredLine>(db, 'cash.reconciliation.find_line', `${named} where l.id = $1`, [id])

/** The lines of a business day at a bank, or of one withdrawal or payment; oldest first. */
export const listLines = (
  db: Queryable,
  asked: {
    methodPayment: 1 | 2 | null
    day: string | null
    withdrawalId: string | null
    payment: string | null
  } & Window,
): Promise<StoredLine[]> =>
  many<StoredLine>(
    db,
    'cash.reconciliation.list_lines',
    `${named}
      where ($1::int is null or l.method_payment = $1)
        and ($2::date is null or (l.at >= $2::date::timestamp at time zone 'Asia/Jakarta'
                                  and l.at < ($2::date + 1)::timestamp at time zone 'Asia/Jakarta'))
        and ($3::uuid is null or l.withdrawal_id = $3 or m.withdrawal_id = $3)
        and ($4::text is null or l.payment_request_id = $4 or m.payment_request_id = $4)
        and ($5::uuid is null or (l.at, l.id) > (select at, id from bank_line where id = $5))
      order by l.at, l.id limit $6`,
    [
      asked.methodPayment,
      asked.day,
      asked.withdrawalId,
      asked.payment,
      asked.after ?? null,
      asked.limit ?? null,
    ],
  )

/**
 * Matches a line to a withdrawal or payment.
 * @returns false when it was matched before
 */
export async function matchLine(
  tx: Queryable,
  match: { lineId: string; withdrawalId?: string; paymentRequestId?: string; note: string },
): Promise<boolean> {
  const written = await run(
    tx,
    'cash.reconciliation.match_lines',
    `insert into bank_line_match (line_id, withdrawal_id, payment_request_id, note, occurrence)
     select $1, $2, $3, $4, 1 + (select count(*) from bank_line_match_record where line_id = $1)
      where not exists (select from bank_line_match where line_id = $1)
     on conflict do nothing`,
    [match.lineId, match.withdrawalId ?? null, match.paymentRequestId ?? null, match.note],
  )
  return written === 1
}
