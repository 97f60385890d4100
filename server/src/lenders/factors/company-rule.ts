import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

/** SQL: the business day from which the company of the lender `l` asks for a second factor; null while it does not. */
export const factorDay =
  'select from_day from company_factor_rule where company_id = l.company_id order by version desc limit 1'

/** The business day (YYYY-MM-DD) from which a company asks its members for a second factor; null while it does not. */
export async function companyFactorDay(db: Queryable, companyId: number): Promise<string | null> {
  const { day } = await one<{ day: string | null }>(
    db,
    'lenders.factors.company_day',
    `select (${factorDay}) as day from lender l where l.id = $1`,
    [companyId],
  )
  return day
}

/** Whether a company may choose this business day: from today on, a year ahead at most. */
export async function mayBeFactorDay(tx: Queryable, day: string): Promise<boolean> {
  const { may } = await one<{ may: boolean }>(
    tx,
    'lenders.factors.day_ahead',
    `select $1::date between business_day(app_now()) and business_day(app_now()) + interval '1 year' as may`,
    [day],
  )
  return may
}

/**
 * Asks the members of a company for a second factor from a day on, or no longer where it is null; also in their sessions.
 * The caller holds the lock of the company's people.
 */
export async function setCompanyFactorDay(
  tx: Transaction,
  companyId: number,
  day: string | null,
): Promise<void> {
  // A member who sets up a factor meanwhile waits, or is waited for: both write what their sessions may do.
  await run(
    tx,
    'lenders.factors.lock_members',
    'select 1 from lender where company_id = $1 order by id for share',
    [companyId],
  )
  await run(
    tx,
    'lenders.factors.set_company_day',
    `insert into company_factor_rule (company_id, version, from_day)
     select $1, coalesce(max(version), 0) + 1, $2 from company_factor_rule where company_id = $1`,
    [companyId, day],
  )
  await run(
    tx,
    'lenders.factors.sessions_of_company',
    `update session s set factor_from = $2 from lender l
      where s.company_id = $1 and s.ended_at is null and l.id = s.lender_id and not l.second_factor`,
    [companyId, day],
  )
}

export type MissingFactor = { from: string; isDue: boolean }

/** From which day a member needs the second factor that they do not have, and whether it has come; null where they need none. */
export async function missingFactorOf(db: Queryable, memberId: number): Promise<MissingFactor | null> {
  const found = await maybe<MissingFactor>(
    db,
    'lenders.factors.missing',
    `select r.from_day as "from", r.from_day <= business_day(app_now()) as "isDue"
       from lender l cross join lateral (${factorDay}) r
      where l.id = $1 and not l.second_factor and r.from_day is not null`,
    [memberId],
  )
  return found ?? null
}
