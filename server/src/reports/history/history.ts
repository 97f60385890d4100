import type { BusinessDate } from '@pematang/contract/format/business-date'
import { repaymentNumber, topUpNumber, withdrawalNumber } from '@pematang/contract/format/reference-number'
import { cashSpansOf } from '../../books/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { movementsOf, type StatementMovement } from '../statements/index.ts'

/** A movement of a lender's cash with who recorded it and why. */
export type HistoryMovement = Pick<
  StatementMovement,
  'account' | 'at' | 'day' | 'valueDate' | 'kind' | 'number' | 'loanNumber' | 'transferId' | 'amount'
> & {
  balance: number
  /** The name that the bank or the file gave the payment. */
  bankReference: string | null
  /** Null where no operator recorded it. */
  operator: string | null
  reason: string | null
  /** What it takes back, by the number under which that is shown. */
  takesBack: string | null
}

/** Movements in memory at a time. */
const batch = 500

/** The movements of a lender's cash accounts, recorded on these days, in the order of the statement of account. */
export async function* historyOf(
  db: Queryable,
  lenderId: number,
  { from, until }: { from?: BusinessDate | undefined; until?: BusinessDate | undefined } = {},
): AsyncGenerator<HistoryMovement> {
  const spans = await cashSpansOf(db, lenderId, { since: new Date(0), until: null })
  let some: StatementMovement[] = []
  for await (const movement of movementsOf(db, lenderId, spans)) {
    if ((from !== undefined && movement.day < from) || (until !== undefined && movement.day > until)) continue
    some.push(movement)
    if (some.length < batch) continue
    yield* await withFacts(db, some)
    some = []
  }
  yield* await withFacts(db, some)
}

type Facts = {
  bankReference: string | null
  operator: string | null
  reason: string | null
  reversed: string | null
  ofId: string | null
  withdrawalId: string | null
}

/**
 * SQL: an entry of the audit trail has the time of its transaction, as the transfer has, and one operator makes one. A withdrawal
 * that was ordered has the operator of its order.
 */
const factsSql = `
  select line.id as "transferId", coalesce(p.reference, b.reference_no, b.payment_request_id, w.bank_reference) as "bankReference",
         substr(e.actor, 10) as operator,
         coalesce(v.reason, e.detail ->> 'reason', e.detail ->> 'note',
                  w.reason || coalesce(': ' || o.document, '')) as reason, v.kind as reversed, v.of_id as "ofId",
         coalesce(wr.withdrawal_id, wc.withdrawal_id, ws.withdrawal_id) as "withdrawalId"
    from unnest($1::uuid[], $2::text[], $3::uuid[]) as line (id, kind, ref)
    join transfer t on t.id = line.id
    left join loan_payment p on line.kind in ('REPAYMENT', 'REVERSAL') and p.id = line.ref
    left join bank_payment b on line.kind = 'TOP_UP' and b.id = line.ref
    left join withdrawal w on line.kind = 'WITHDRAWAL' and w.id = line.ref
    left join ordered_withdrawal o on o.withdrawal_id = w.id
    left join reversal v on line.kind = 'REVERSAL' and v.id = line.ref
    left join withdrawal_return_record wr on wr.id = case when v.kind = 'WITHDRAWAL_RETURN' then v.of_id::uuid end
    left join withdrawal_charge_record wc on wc.id = case when v.kind = 'WITHDRAWAL_CHARGE' then v.of_id::uuid end
    left join withdrawal_settlement_record ws on ws.id = case when v.kind = 'WITHDRAWAL_SETTLEMENT' then v.of_id::uuid end
    left join lateral (
      select actor, detail from audit_event
       where actor like 'operator:%' and at = coalesce(o.created_at, t.created_at) and outcome = 'done'
       order by detail ->> 'reference' is not distinct from p.reference desc limit 1) e on true`

async function withFacts(db: Queryable, some: readonly StatementMovement[]): Promise<HistoryMovement[]> {
  const rows = await many<Facts & { transferId: string }>(db, 'reports.history.facts', factsSql, [
    some.map(({ transferId }) => transferId),
    some.map(({ kind }) => kind),
    some.map(({ ref }) => ref),
  ])
  const facts = new Map(rows.map((row) => [row.transferId, row]))
  return some.map((movement) => {
    const { account, at, day, valueDate, kind, number, loanNumber, transferId, amount, balanceAfter } =
      movement
    const known = facts.get(transferId)
    return {
      ...{ account, at, day, valueDate, kind, number, loanNumber, transferId, amount, balance: balanceAfter },
      bankReference: known?.bankReference ?? null,
      operator: known?.operator ?? null,
      reason: known?.reason ?? null,
      takesBack: known ? takenBack(known) : null,
    }
  })
}

/** What a lender sees as a top-up. */
const toppedUp = new Set(['TOP_UP', 'UNCONFIRMED_TOP_UP', 'CASH_OPENING'])

/** The number of what a reversal takes back, as the lender saw it. */
function takenBack({ reversed, ofId, withdrawalId }: Facts): string | null {
  if (reversed === null || ofId === null) return null
  if (withdrawalId !== null) return withdrawalNumber(withdrawalId)
  if (reversed === 'REPAYMENT') return repaymentNumber(ofId)
  if (toppedUp.has(reversed)) return topUpNumber(ofId)
  return `${reversed} ${ofId}`
}
