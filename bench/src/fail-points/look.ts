import type { Context } from '../../../server/src/context.ts'
import { many, one } from '../../../server/src/platform/db/database.ts'

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
  payments: `select amount, principal, interest, penalty, fee, excess, tax, count(*) as times from loan_payment
              where loan_id = any($2) and $1::bigint[] is not null group by 1, 2, 3, 4, 5, 6, 7 order by 1`,
  servicing: `select principal, principal_due, interest_due, penalty_paid from loan_servicing
               where loan_id = any($2) and $1::bigint[] is not null order by array_position($2::bigint[], loan_id)`,
  topUps: `select amount, count(*) as times from top_up
            where lender_id = any($1) and $2::bigint[] is not null group by 1 order by 1`,
  documents: `select d.kind, count(*) as times from document d join funding f on f.id = d.agreement_id
               where f.lender_id = any($1) and $2::bigint[] is not null group by 1 order by 1`,
  audit: `select operation, outcome, count(*) as times from audit_event
           where actor = any(select 'lender:' || id from unnest($1::bigint[]) as one (id)) and $2::bigint[] is not null
             and operation in ('fundLoan', 'withdraw', 'submitBulkFunding') group by 1, 2 order by 1, 2`,
}

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
