import type { Context } from '../../../server/src/context.ts'
import { many, one, run } from '../../../server/src/platform/db/database.ts'

/** The lenders and loans of one trial. */
export type Concerned = { lenders: readonly number[]; loans: readonly number[] }

/** All money-related state after a trial, without ids and times, so that two trials can be compared. */
export async function lookAt(
  { db }: Context,
  { lenders, loans }: Concerned,
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, text] of Object.entries(questions))
    found[name] = await many(db, `bench.look_${name}`, text, [lenders, loans])
  return found
}

/** Selects the accounts of the lenders and of the loans; the id of a lender is never that of a loan. */
const theirs = `(select * from account where owner_id = any($1::bigint[]) or owner_id = any($2::bigint[]))`

const questions = {
  accounts: `select kind, array_position($1::bigint[], owner_id) as lender, balance, held, seq from ${theirs} a
              order by 1, 2, 3`,
  transfers: `select t.kind, d.kind as debit, c.kind as credit, t.amount, count(*) as times from transfer t
                join account d on d.id = t.debit_account join account c on c.id = t.credit_account
               where t.debit_account in (select id from ${theirs} a) or t.credit_account in (select id from ${theirs} a)
               group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  holds: `select purpose, amount, state, count(*) as times from hold
           where account_id in (select id from ${theirs} a) group by 1, 2, 3 order by 1, 2, 3`,
  positions: `select status, funded, reserved from loan_position
               where loan_id = any($2) and $1::bigint[] is not null order by array_position($2::bigint[], loan_id)`,
  fundings: `select array_position($1::bigint[], lender_id) as lender, amount, state, end_reason, count(*) as times
               from funding where lender_id = any($1) and $2::bigint[] is not null group by 1, 2, 3, 4 order by 1, 2, 3`,
  withdrawals: `select state, asked, amount, fee, end_reason, count(*) as times from withdrawal
                 where lender_id = any($1) and $2::bigint[] is not null group by 1, 2, 3, 4, 5 order by 1, 2`,
  payments: `select amount, principal, interest, penalty, fee, excess, rounding, tax, count(*) as times from loan_payment
              where loan_id = any($2) and $1::bigint[] is not null group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1`,
  servicing: `select principal, principal_due, interest_due, penalty_paid from loan_servicing
               where loan_id = any($2) and $1::bigint[] is not null order by array_position($2::bigint[], loan_id)`,
  installments: `select version, count(*) as installments, sum(principal)::bigint as principal, sum(interest)::bigint as interest
                   from installment where loan_id = any($2) and $1::bigint[] is not null and superseded_on is null
                  group by loan_id, version order by array_position($2::bigint[], loan_id), version`,
  restructurings: `select version, principal, interest_kept from restructuring
                    where loan_id = any($2) and $1::bigint[] is not null order by array_position($2::bigint[], loan_id), 1`,
  writeOffs: `select principal, interest from write_off
               where loan_id = any($2) and $1::bigint[] is not null order by array_position($2::bigint[], loan_id)`,
  offers: `select decision, total, funded, count(*) as times from offer_end
            where loan_id = any($2) and $1::bigint[] is not null group by 1, 2, 3 order by 1`,
  owed: `select array_position($1::bigint[], lender_id) as lender, owed from lender_receivable
          where lender_id = any($1) and $2::bigint[] is not null order by 1`,
  returns: `select amount, fee, count(*) as times from withdrawal_return
             where lender_id = any($1) and $2::bigint[] is not null group by 1, 2 order by 1`,
  charges: `select count(*) as times from withdrawal_charge
             where lender_id = any($1) and $2::bigint[] is not null`,
  topUps: `select amount, count(*) as times from top_up
            where lender_id = any($1) and $2::bigint[] is not null group by 1 order by 1`,
  documents: `select d.kind, count(*) as times from document d join funding f on f.id = d.agreement_id
               where f.lender_id = any($1) and $2::bigint[] is not null group by 1 order by 1`,
  audit: `select operation, outcome, count(*) as times from audit_event
           where actor = any(select 'lender:' || id from unnest($1::bigint[]) as one (id)) and $2::bigint[] is not null
             and operation in ('fundLoan', 'withdraw', 'submitBulkFunding') group by 1, 2 order by 1, 2`,
}

/** A number of transfers and holds of all accounts, by their kind and amount. */
export type Movements = ReadonlyMap<string, number>

/** Counts all transfers and holds of the books. Trials run one after the other, so the difference is one trial's. */
export async function countMovements({ db }: Context): Promise<Movements> {
  const rows = await many<{ what: string; times: number }>(
    db,
    'bench.movements',
    `select format('%s %s to %s %s', t.kind, d.kind, c.kind, t.amount) as what, count(*) as times
       from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account group by 1
     union all select format('hold %s %s %s', purpose, state, amount), count(*) from hold group by 1`,
  )
  return new Map(rows.map(({ what, times }) => [what, times]))
}

export const movedBetween = (before: Movements, after: Movements): [what: string, times: number][] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((what): [string, number] => [what, (after.get(what) ?? 0) - (before.get(what) ?? 0)])
    .filter(([, times]) => times !== 0)
    .toSorted(([first], [second]) => first.localeCompare(second))

/** Kinds of jobs that move money or that a movement waits for, in addition to the queue of bulk fundings. */
const moneyJobs = ['signing.follow', 'withdrawal.follow', 'mandate.sign']

/** Pending and dead jobs about money. */
export const jobsLeft = ({ db }: Context): Promise<{ waiting: number; dead: number }> =>
  one(
    db,
    'bench.jobs_left',
    `select count(*) filter (where dead_at is null) as waiting, count(*) filter (where dead_at is not null) as dead
       from job where kind = any($1) or line = 'bulk'`,
    [moneyJobs],
  )

/** Lets waiting jobs about money run now: their next try would come only after seconds or minutes. */
export const hurryJobs = ({ db }: Context): Promise<number> =>
  run(
    db,
    'bench.hurry_jobs',
    `update job set run_at = app_now()
      where (kind = any($1) or line = 'bulk') and run_at > app_now() and leased_until is null and dead_at is null`,
    [moneyJobs],
  )
