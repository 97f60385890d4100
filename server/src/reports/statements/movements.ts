import { businessDateOf, type BusinessDate } from '@pematang/contract/format/business-date'
import { type CashSpan, linesBetween, type SpanLine } from '../../books/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { type Facts, numberOf, type Sums, sumsOf, valueDateOf } from './classify.ts'

/** One movement on a cash account as listed in a statement; amounts in whole rupiah. */
export type StatementMovement = Pick<
  SpanLine,
  'seq' | 'at' | 'kind' | 'ref' | 'transferId' | 'amount' | 'balanceAfter'
> & {
  account: CashSpan['kind']
  /** The day on which it was recorded. */
  day: BusinessDate
  /** The value date, at most the day on which it was recorded. */
  valueDate: BusinessDate
  /** The day on which its money was reserved, if that is an earlier one. */
  reservedOn: BusinessDate | null
  /** The number under which the lender's history shows it. */
  number: string
  loanNumber: string | null
  /** Whether it is the fee of a transaction instead of its amount. */
  isFee: boolean
  /** The principal recovered after the write-off of the loan. */
  recovered: number
  sums: Sums
}

/** Movements in memory at a time. */
const batch = 1_000

/** Every movement of these ranges of lines, account by account in order, read in batches. */
export async function* movementsOf(
  db: Queryable,
  lenderId: number,
  spans: readonly CashSpan[],
): AsyncGenerator<StatementMovement> {
  for (const { account, kind, after, last } of spans) {
    for (let seq = after; seq < last; ) {
      const lines = await linesBetween(db, { account, after: seq, last, limit: batch })
      const facts = await factsOf(db, lenderId, lines)
      for (const line of lines) yield movementOf(kind, line, facts.get(line.transferId))
      const next = lines.at(-1)?.seq
      if (next === undefined) throw new Error(`account ${account} has no transfer after number ${seq}`)
      seq = next
    }
  }
}

function movementOf(account: CashSpan['kind'], line: SpanLine, facts: Facts | undefined): StatementMovement {
  const { seq, at, kind, ref, transferId, amount, balanceAfter } = line
  const day = businessDateOf(at)
  const sums = sumsOf(line, facts)
  const reservedOn = facts?.reservedAt && kind !== 'REFUND' ? businessDateOf(facts.reservedAt) : day
  return {
    account,
    seq,
    at,
    kind,
    ref,
    transferId,
    amount,
    balanceAfter,
    day,
    valueDate: valueDateOf(day, facts),
    reservedOn: reservedOn < day ? reservedOn : null,
    number: numberOf(line, facts),
    loanNumber: facts?.loanNumber ?? null,
    isFee: line.counterpart.startsWith('TRANSFER_FEE'),
    recovered: facts?.afterWriteOff ? sums.principal : 0,
    sums,
  }
}

/** Details of these transfers from other tables, by the id of the transfer. */
async function factsOf(
  db: Queryable,
  lenderId: number,
  lines: readonly SpanLine[],
): Promise<Map<string, Facts>> {
  const rows = await many<Facts & { transferId: string }>(
    db,
    'reports.statements.facts',
    `select line.id as "transferId", p.paid_on as "paidOn", b.transacted_at as "transactedAt", l.loan_number as "loanNumber",
            coalesce(bulk.created_at, f.created_at, paid.created_at) as "reservedAt", v.kind as reversed, c.id as "correctionId", c.type as "correctionType", 
            coalesce(w.withdrawal_id, wc.withdrawal_id, ws.withdrawal_id) as "withdrawalId",
            got.principal, got.interest, got.penalty, got.tax, t.amount as "topUp",
            coalesce(p.id is not null and exists (
              select from write_off_record o where o.loan_id = p.loan_id and o.created_at <= p.created_at
                 and not exists (select from reversal r where r.kind = 'WRITE_OFF' and r.of_id = o.id::text
                                    and r.created_at <= p.created_at)), false) as "afterWriteOff"
       from unnest($2::uuid[], $3::text[], $4::uuid[]) as line (id, kind, ref)
       left join funding f on line.kind in ('FUNDING', 'REFUND') and f.lender_id = $1 and f.id = line.ref
       left join bulk_funding bulk on bulk.lender_id = f.lender_id and bulk.id = f.bulk_id
       left join withdrawal paid on line.kind = 'WITHDRAWAL' and paid.lender_id = $1 and paid.id = line.ref
       left join reversal v on line.kind = 'REVERSAL' and v.id = line.ref
       left join loan_payment p on line.kind in ('REPAYMENT', 'REVERSAL') and p.id = line.ref
       left join lateral (
         select sum(r.principal)::bigint as principal, sum(r.interest)::bigint as interest,
                sum(r.penalty)::bigint as penalty, sum(r.tax)::bigint as tax
           from lender_repayment r where r.payment_id = p.id and r.lender_id = $1) got on true
       left join lender_correction c on c.lender_id = $1
         and (line.kind = 'REVERSAL' and c.reversal_id = line.ref or line.kind in ('RECOVERY', 'ADVANCE') and c.id = line.ref)
       left join top_up t on t.id = case when v.kind = 'TOP_UP' then v.of_id::uuid end
       left join withdrawal_return_record w on line.kind = 'WITHDRAWAL_RETURN' and w.id = line.ref
       left join withdrawal_charge_record wc on wc.id = case when v.kind = 'WITHDRAWAL_CHARGE' then v.of_id::uuid end
       left join withdrawal_settlement_record ws on ws.id = case when v.kind = 'WITHDRAWAL_SETTLEMENT' then v.of_id::uuid end
       left join bank_payment b on line.kind = 'TOP_UP' and b.id = line.ref
       left join loan l on l.id = coalesce(f.loan_id, p.loan_id, c.loan_id)`,
    [
      lenderId,
      lines.map(({ transferId }) => transferId),
      lines.map(({ kind }) => kind),
      lines.map(({ ref }) => ref),
    ],
  )
  return new Map(rows.map(({ transferId, ...facts }) => [transferId, facts]))
}
