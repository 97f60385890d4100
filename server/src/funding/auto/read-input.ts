import type { StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import { type LenderState, hasAcceptedRisk } from '../../lenders/index.ts'
import type { Context } from '../../context.ts'
import { mandatesInForce } from '../mandate/index.ts'
import { readChoice } from '../marketplace/index.ts'
import { many, one, type Queryable } from '../../platform/db/database.ts'
import type { LenderInput, LoanInput, RoundInput, StrategyInput } from './allocation/input.ts'
import { amountPerLoan } from './amounts.ts'
import { readRefusedLately } from './refused-lately.ts'
import { placedOfStrategy } from './strategy-store.ts'

/** The maximum number of open loans in a round; the newest ones are used. */
const mostLoans = 5_000

/** A strategy that takes no part in the round, with the reason. */
export type Unasked = {
  lenderId: number
  strategyId: string
  reason: 'LENDER_SUSPENDED' | 'LENDER_CLOSED' | 'NO_MANDATE' | 'NOT_READY'
}
export type ReadInput = { decidedAt: Date; input: RoundInput; unasked: readonly Unasked[] }

/** Reads the complete input of a round. Lenders without a mandate in force are omitted. */
export async function readRoundInput({ db, config }: Pick<Context, 'db' | 'config'>): Promise<ReadInput> {
  const { now } = await one<{ now: Date }>(db, 'funding.auto.now', 'select app_now() as now')
  const loans = await readLoans(db, {
    now,
    percent: config.AUTO_FUNDING_HAND_PERCENT,
    hours: config.AUTO_FUNDING_HAND_HOURS,
  })
  const [mandates, rows] = [await mandatesInForce(db, 'all'), await readStrategies(db)]
  const refused = await readRefusedLately(
    db,
    loans.map(({ id }) => id),
  )
  const unasked = rows.flatMap(({ lenderId, id, lenderState, isReady }): Unasked[] => {
    const skipped = (reason: Unasked['reason']) => [{ lenderId, strategyId: id, reason }]
    if (lenderState !== 'ACTIVE')
      return skipped(lenderState === 'CLOSED' ? 'LENDER_CLOSED' : 'LENDER_SUSPENDED')
    if (!mandates.has(lenderId)) return skipped('NO_MANDATE')
    return isReady ? [] : skipped('NOT_READY')
  })
  const asked = Map.groupBy(
    rows.filter(({ lenderId, isReady }) => isReady && mandates.has(lenderId)),
    ({ lenderId }) => lenderId,
  )
  const holdings = await readHoldings(db, loans, [...asked.keys()])
  const lenders = [...asked].map(([id, own]): LenderInput => {
    const mandate = mandates.get(id)
    const has = holdings.get(id) ?? []
    const { since = 0, cash = 0 } = own[0] ?? {}
    return {
      id,
      since,
      cash,
      mandatePerLoan: mandate?.largestPerLoan ?? 0,
      mandateLeft: (mandate?.totalBudget ?? 0) - (mandate?.placed ?? 0),
      inLoans: has.flatMap(({ loanId, amount, automatic }) =>
        loanId === null ? [] : [[loanId, amount, automatic] as const],
      ),
      withBorrowers: byBorrower(has),
      strategies: own.map((row) => toStrategyInput(row, refused.get(row.id))),
    }
  })
  return { decidedAt: now, input: { loans, lenders }, unasked }
}

type LoanRow = Omit<LoanInput, 'automatic'> & { total: number; since: number; placed: number }

async function readLoans(
  db: Queryable,
  { now, percent, hours }: { now: Date; percent: number; hours: number },
): Promise<LoanInput[]> {
  const rows = await many<LoanRow>(
    db,
    'funding.auto.open_loans',
    `select p.loan_id as id, l.loan_number as number, l.borrower_id as borrower, p.loan_type_id as type,
            coalesce(l.grade, '-') as grade, (l.interest * 1000000)::int as interest, p.tenor,
            case l.tenor_period when 'DAY' then 1 when 'WEEK' then 2 else 3 end as period, p.minimum, p.total,
            p.total - p.funded - p.reserved as left,
            (extract(epoch from greatest(t.created_at, p.offer_from::timestamp at time zone 'Asia/Jakarta')) * 1000)::bigint as since,
            (select coalesce(sum(f.amount), 0)::bigint from auto_decision d
               join funding f on f.lender_id = d.lender_id and f.id = d.funding_id and f.state in ('WAITING', 'SETTLED')
              where d.loan_id = p.loan_id) as placed
       from loan_position p join loan l on l.id = p.loan_id join loan_terms t on t.loan_id = p.loan_id
      where p.status = 'OFFERED' and p.alone and p.total > p.funded + p.reserved
        and business_day(app_now()) between p.offer_from and p.offer_until
      order by since desc, number desc limit $1`,
    [mostLoans],
  )
  return rows.toReversed().map(({ total, since, placed, ...loan }) => {
    const isForHands = since + hours * 3_600_000 > now.getTime()
    const hand = Math.ceil((total * percent) / 100)
    return {
      ...loan,
      automatic: isForHands ? Math.max(0, Math.min(loan.left, total - hand - placed)) : loan.left,
    }
  })
}

type StrategyRow = {
  lenderId: number
  id: string
  version: number
  terms: StrategyTerms
  placed: number
  since: number
  cash: number
  portfolio: number
  lenderState: LenderState
  isReady: boolean
}

/**
 * SQL for the time when the lender `l` was last served: the newest round with a funding that is pending or signed. Ids
 * of fundings are ordered by time, so the newest are read first.
 */
const lastServed = `(
  select r.decided_at from auto_decision d
    join funding f on f.lender_id = d.lender_id and f.id = d.funding_id and f.state in ('WAITING', 'SETTLED')
    join auto_round r on r.id = d.round_id
   where d.lender_id = l.id order by d.funding_id desc limit 1)`

const readStrategies = (db: Queryable): Promise<StrategyRow[]> =>
  many<StrategyRow>(
    db,
    'funding.auto.active_strategies',
    `select s.lender_id as "lenderId", s.id, s.version, v.terms, p.placed,
            (extract(epoch from greatest(line.since, ${lastServed})) * 1000)::bigint as since, a.balance - a.held as cash,
            case when v.terms -> 'perLoan' ->> 'kind' = 'SHARE' then a.balance - a.held + lender_outstanding(l.id)
                 else 0 end as portfolio, l.state as "lenderState", ${hasAcceptedRisk} as "isReady"
       from auto_strategy s
       join auto_strategy_version v on v.lender_id = s.lender_id and v.strategy_id = s.id and v.version = s.version
       join lender l on l.id = s.lender_id join auto_line line on line.lender_id = s.lender_id
       join account a on a.kind = 'LENDER_CASH' and a.owner_id = s.lender_id
      cross join lateral ${placedOfStrategy} p
      where s.state = 'ACTIVE' order by s.lender_id, s.place`,
  )

function toStrategyInput(
  { id, version, terms, placed, portfolio }: StrategyRow,
  refusedLately: readonly number[] | undefined,
): StrategyInput {
  const choice = readChoice(terms.filters)
  return {
    id,
    version,
    types: choice.loanTypeIds?.map(Number) ?? null,
    grades: choice.grades,
    interestFrom: choice.interestFrom,
    interestTo: choice.interestTo,
    tenorFrom: choice.tenorFrom,
    tenorTo: choice.tenorTo,
    period: choice.tenorPeriodId,
    perLoan: amountPerLoan(terms.perLoan, portfolio),
    mostPerBorrower: terms.mostPerBorrower,
    cashToKeep: terms.cashToKeep,
    budgetLeft: terms.budget - placed,
    ...(refusedLately && { refusedLately }),
  }
}

type Holding = {
  lenderId: number
  borrowerId: number
  /** Null for a loan outside the round. */
  loanId: number | null
  amount: number
  automatic: number
}

async function readHoldings(
  db: Queryable,
  loans: readonly LoanInput[],
  lenderIds: readonly number[],
): Promise<Map<number, Holding[]>> {
  const rows = await many<Holding>(
    db,
    'funding.auto.holdings',
    `select h.lender_id as "lenderId", h.borrower_id as "borrowerId", nullif(h.loan_id, 0) as "loanId",
            sum(h.amount)::bigint as amount, sum(h.automatic)::bigint as automatic
       from (select f.lender_id, l.borrower_id, case when l.id = any($2) then l.id else 0 end as loan_id,
                    coalesce(b.principal_due, f.amount) as amount,
                    case when m.funding_id is null then 0 else f.amount end as automatic
               from loan l join holding f on f.loan_id = l.id and f.state in ('WAITING', 'SETTLED')
               left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
               left join mandate_funding m on m.lender_id = f.lender_id and m.funding_id = f.id
              where l.borrower_id = any($1) and f.lender_id = any($3)
              union all
             select w.lender_id, l.borrower_id, 0, w.amount, 0
               from bulk_funding_loan w join loan l on l.id = w.loan_id
              where w.state = 'WAITING' and l.borrower_id = any($1) and w.lender_id = any($3)) h
      group by 1, 2, 3 order by 1, 2, 3`,
    [[...new Set(loans.map(({ borrower }) => borrower))], loans.map(({ id }) => id), lenderIds],
  )
  return Map.groupBy(rows, ({ lenderId }) => lenderId)
}

function byBorrower(holdings: readonly Holding[]): [borrower: number, amount: number][] {
  const sums = new Map<number, number>()
  for (const { borrowerId, amount } of holdings) sums.set(borrowerId, (sums.get(borrowerId) ?? 0) + amount)
  return [...sums]
}
