import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { disburseInside } from '../../loans/index.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { setOrders } from './store.ts'

/**
 * Names the lines of a statement that have the reference of an order after its loan, as the disbursement will be recorded.
 * A line of which something else was said, even if that was taken back, is left to an operator.
 */
export async function nameOrderedLines(
  tx: Queryable,
  of: { methodPayment: 1 | 2; from: Date; until: Date },
): Promise<void> {
  await run(
    tx,
    'cash.disbursement-order.name_lines',
    `insert into bank_line_transfer (line_id, name, note)
     select b.id, upper(l.loan_number collate "C"), 'by the reference of its order'
       from bank_line b
       join disbursement_order o on o.id = b.withdrawal_id and o.method_payment = b.method_payment
       join loan l on l.id = o.loan_id
      where b.method_payment = $1 and b.at >= $2 and b.at < $3 and b.gone_at is null
        and not exists (select from bank_line_transfer t where t.line_id = b.id)
        and not exists (select from bank_line_match m where m.line_id = b.id)
     on conflict do nothing`,
    [of.methodPayment, of.from.toISOString(), of.until.toISOString()],
  )
}

/** An order of a loan that is not disbursed, by the lines with its loan's number; whole rupiah, what went out above zero. */
type ListedOrder = {
  id: string
  loanId: number
  loanNumber: string
  amount: number
  isOpen: boolean
  net: number
  /** Whether the bank lists that it paid this very order and got all of it back. */
  isBack: boolean
  /** A debit over exactly the amount of the order, its earliest own or else the latest; and its value date. */
  lineId: string | null
  on: BusinessDate | null
}

/** Loans disbursed by one statement of the database. */
const atOnce = 250

/**
 * Disburses the loans whose orders the statement lists as paid over exactly their amount, on the value date of the line,
 * also where the order was given up before; and ends the orders of which the bank gave everything back. What is listed over
 * another amount stays a difference. The caller has locked the bank's comparison.
 * @returns how many loans were disbursed
 */
export async function completeListed(
  tx: Transaction,
  context: Context,
  { methodPayment }: { methodPayment: 1 | 2 },
): Promise<number> {
  const listed = await listedOrders(tx, methodPayment)
  const back = listed.filter(({ isBack, isOpen }) => isBack && isOpen)
  await setOrders(
    tx,
    back.map(({ id }) => id),
    { state: 'RETURNED', reason: 'GIVEN_BACK' },
  )
  const paid = listed.filter(({ net, amount, lineId }) => lineId !== null && net >= amount)
  let disbursed = 0
  for (let from = 0; from < paid.length; from += atOnce)
    disbursed += await complete(tx, context, paid.slice(from, from + atOnce))
  return disbursed
}

async function complete(tx: Transaction, context: Context, orders: readonly ListedOrder[]): Promise<number> {
  const effects = await disburseInside(
    tx,
    context,
    orders.map(({ loanNumber, on }) => ({ loanNumber, ...(on === null ? {} : { disbursedOn: on }) })),
    { byWord: false },
  )
  const done: string[] = []
  for (const [place, order] of orders.entries()) {
    const { id, loanNumber, lineId } = order
    const effect = effects[place]
    if (!effect || effect instanceof Refusal) {
      context.log.warn({ loanNumber, lineId, code: effect?.code }, 'loan not disbursed by its line')
      continue
    }
    done.push(id)
    // Nobody's word: who asked for the comparison has an entry of their own.
    await recordAudit(tx, {
      ...{ id: context.random.uuid(), actor: { kind: 'system' }, operation: 'disburseLoan', outcome: 'done' },
      ...{ subject: effect.subject, detail: { ...effect.detail, orderId: id, lineId } },
    })
  }
  await setOrders(tx, done, { state: 'COMPLETED' })
  return done.length
}

/** The newest orders of funded loans of which the statement lists something. */
const listedOrders = (tx: Queryable, methodPayment: 1 | 2): Promise<ListedOrder[]> =>
  many<ListedOrder>(
    tx,
    'cash.disbursement-order.listed_orders',
    // Names are asked for as one array, which the indexes under the view answer. An earlier order of the loan may have lines
    // too: one without a reference is only then known to be of this order if there was none before.
    `with ordered as materialized (
       select distinct on (o.loan_id) o.id, o.loan_id, l.loan_number, upper(l.loan_number collate "C") as name, o.amount,
              o.state in ('SENT', 'PAID') as is_open, o.created_at
         from disbursement_order o join loan_position p on p.loan_id = o.loan_id join loan l on l.id = o.loan_id
        where p.status = 'FUNDED' and o.method_payment = $1
        order by o.loan_id, o.state = 'RETURNED', o.created_at desc, o.id desc
     ), named as materialized (
       select id, name, type, amount, at from bank_line_name
        where method_payment = $1 and name = any(array(select name from ordered))
     ), line as (
       select o.*, n.id as line_id, n.type, n.at, case n.type when 'DEBIT' then n.amount else -n.amount end as sent,
              b.withdrawal_id is not distinct from o.id
                or b.withdrawal_id is null and not exists (
                     select from disbursement_order e where e.loan_id = o.loan_id and e.created_at < o.created_at) as is_own
         from ordered o join named n on n.name = o.name join bank_line b on b.id = n.id
     )
     select id, loan_id as "loanId", loan_number as "loanNumber", amount, is_open as "isOpen", sum(sent)::bigint as net,
            coalesce(sum(sent) filter (where is_own) = 0 and bool_or(is_own and type = 'CREDIT'), false) as "isBack",
            (array_agg(line_id order by is_own desc, case when is_own then at end, at desc, line_id) filter (where sent = amount))[1] as "lineId",
            (array_agg(business_day(at) order by is_own desc, case when is_own then at end, at desc, line_id) filter (where sent = amount))[1] as on
       from line group by id, loan_id, loan_number, amount, is_open order by loan_id`,
    [methodPayment],
  )

/**
 * Completes the order of a loan that a line of this bank, as an operator says, has paid out; without one nothing happens.
 * @throws Error when another bank has the order
 */
export async function completeOrder(
  tx: Queryable,
  { loanId, methodPayment }: { loanId: number; methodPayment: 1 | 2 },
): Promise<void> {
  const completed = await many<{ by: 1 | 2 }>(
    tx,
    'cash.disbursement-order.complete',
    `update disbursement_order
        set state = 'COMPLETED', sent_at = coalesce(sent_at, app_clock()), ended_at = app_now()
      where loan_id = $1 and state <> 'RETURNED' returning method_payment as by`,
    [loanId],
  )
  const other = completed.find(({ by }) => by !== methodPayment)
  if (other)
    throw new Error(
      `Bank ${other.by} memegang perintah pencairan pinjaman ini: akhiri itu dahulu ("disbursements stop").`,
    )
}
