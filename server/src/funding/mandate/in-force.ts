import { many, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import { Refusal } from '../../platform/refusal.ts'

/** The mandate of a lender in force, with the amounts that remain for fundings; whole rupiah. */
export type MandateInForce = {
  lenderId: number
  mandateId: string
  largestPerLoan: number
  totalBudget: number
  /** The sum of its fundings that are pending or signed. */
  placed: number
}

export type MandatedRequest = { lenderId: number; loanId: number; amount: number }

/**
 * SQL condition that mandate `m`, signed by `s`, of lender `l` is in force. A mandate signed after this transaction
 * began does not count, so that every funding is younger than its mandate.
 */
export const isInForce = `s.created_at <= app_now() and app_now() < m.valid_until
  and not exists (select from mandate_end e where e.mandate_id = m.id)
  and l.state = 'ACTIVE' and l.dgsign_type = 'XIGNATURE'`

/** SQL for the sum of the fundings of mandate `m`, without those that ended without effect. */
export const placedUnder = `(select coalesce(sum(f.amount), 0)::bigint from mandate_funding u
    join funding f on f.lender_id = u.lender_id and f.id = u.funding_id
   where u.mandate_id = m.id and f.state in ('WAITING', 'SETTLED'))`

/**
 * The mandates in force of these lenders, or of all. Nothing is locked; `checkMandates` decides within a funding
 * transaction.
 */
export async function mandatesInForce(
  db: Queryable,
  lenderIds: readonly number[] | 'all',
): Promise<Map<number, MandateInForce>> {
  const rows = await many<MandateInForce>(
    db,
    'funding.mandate.in_force',
    `select m.lender_id as "lenderId", m.id as "mandateId", m.largest_per_loan as "largestPerLoan",
            m.total_budget as "totalBudget", ${placedUnder} as placed
       from mandate m join mandate_signature s on s.mandate_id = m.id join lender l on l.id = m.lender_id
      where ($1::bigint[] is null or m.lender_id = any($1)) and ${isInForce}`,
    [lenderIds === 'all' ? null : [...new Set(lenderIds)]],
  )
  return new Map(rows.map((row) => [row.lenderId, row]))
}

/**
 * Checks in a funding transaction whether these fundings are within the mandates of their lenders; each check counts
 * the ones accepted before it. The caller has locked the cash accounts of the lenders, which ending a mandate locks
 * too.
 * @returns the mandate, or MANDATE_MISSING, MANDATE_LOAN_LIMIT, MANDATE_BUDGET with the remaining amount
 */
export async function checkMandates(
  tx: Queryable,
  requests: readonly MandatedRequest[],
): Promise<(MandateInForce | Refusal)[]> {
  const mandates = await mandatesInForce(
    tx,
    requests.map(({ lenderId }) => lenderId),
  )
  const onLoans = await placedOnLoans(tx, [...mandates.values()], requests)
  const inAll = new Map<string, number>()
  return requests.map(({ lenderId, loanId, amount }) => {
    const mandate = mandates.get(lenderId)
    if (!mandate) return new Refusal('MANDATE_MISSING')
    const loanKey = keyOf(mandate.mandateId, loanId)
    const [onLoan, accepted] = [onLoans.get(loanKey) ?? 0, inAll.get(mandate.mandateId) ?? 0]
    const left = {
      loan: mandate.largestPerLoan - onLoan,
      all: mandate.totalBudget - mandate.placed - accepted,
    }
    if (amount > left.all) return new Refusal('MANDATE_BUDGET', { amount: Math.max(0, left.all) })
    if (amount > left.loan) return new Refusal('MANDATE_LOAN_LIMIT', { amount: Math.max(0, left.loan) })
    onLoans.set(loanKey, onLoan + amount)
    inAll.set(mandate.mandateId, accepted + amount)
    return mandate
  })
}

const keyOf = (mandateId: string, loanId: number): string => `${mandateId} ${loanId}`

async function placedOnLoans(
  tx: Queryable,
  mandates: readonly MandateInForce[],
  requests: readonly MandatedRequest[],
): Promise<Map<string, number>> {
  const rows = await many<{ mandateId: string; loanId: number; placed: number }>(
    tx,
    'funding.mandate.placed_on_loans',
    `select u.mandate_id as "mandateId", u.loan_id as "loanId", sum(f.amount)::bigint as placed
       from mandate_funding u join funding f on f.lender_id = u.lender_id and f.id = u.funding_id
      where u.mandate_id = any($1) and u.loan_id = any($2) and f.state in ('WAITING', 'SETTLED')
      group by u.mandate_id, u.loan_id`,
    [mandates.map(({ mandateId }) => mandateId), [...new Set(requests.map(({ loanId }) => loanId))]],
  )
  return new Map(rows.map(({ mandateId, loanId, placed }) => [keyOf(mandateId, loanId), placed]))
}

const mandatedColumns = {
  lenderId: 'bigint',
  fundingId: 'uuid',
  mandateId: 'uuid',
  loanId: 'bigint',
} as const

/**
 * Records the mandates of these fundings in the transaction that creates them. The fundings are signed only while their
 * mandate is in force.
 */
export async function recordMandated(
  tx: Queryable,
  fundings: readonly { lenderId: number; fundingId: string; mandateId: string; loanId: number }[],
): Promise<void> {
  await run(
    tx,
    'funding.mandate.record_fundings',
    `insert into mandate_funding (${columnNames(mandatedColumns)}) select * from ${unnestRows(mandatedColumns)}`,
    manyRows(mandatedColumns, fundings),
  )
}
