import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { type Database, one, type Queryable } from '../../platform/db/database.ts'
import type { LenderIdentity } from './identity.ts'
import type { LenderClass, LenderKind, LimitRule } from './rule.ts'
import { findRule, ruleInForce } from './rule-store.ts'

/**
 * The columns of `limitColumns`, which determine the limits of one lender. Plain columns, because building and parsing
 * JSON for each funding would cost more than reading them.
 */
export type LimitColumns = {
  /** The version of the limits in force; null if none are. */
  limitVersion: number | null
  classVersion: number | null
  classKind: LenderKind | null
  yearlyIncome: number | null
  supervised: boolean | null
  classExpired: boolean | null
  /** The business day on which age, marriage and identity check are asked for; null if they are not. */
  identityDay: BusinessDate | null
  isPerson: boolean
  birthDate: BusinessDate | null
  married: boolean | null
  checkedOn: BusinessDate | null
  /** Unpaid principal and held money of the lender in whole rupiah; null if no limit depends on it. */
  lenderOutstanding: number | null
  /** The server's time as text with microseconds, read under the lock of the lender's cash if the caller holds it. */
  decidedAt: string | null
}

/** The data for deciding about a lender while limits are in force. */
export type LimitFacts = {
  rule: LimitRule
  lenderClass: LenderClass | null
  /** Null if the rule does not ask for it. */
  identity: LenderIdentity | null
  outstanding: number | null
  decidedAt: string
}

/**
 * SQL that joins to `lender l` the limits in force, found once per statement, the lender's class, and what is known of
 * their identity where it is asked for. While none are in force, nothing is looked up per lender.
 */
export const joinLimits = `
  left join (select in_force.version, in_force.lender_share_ppm is not null as has_share,
                    coalesce(in_force.professional_income_ppm, in_force.non_professional_income_ppm) is not null as has_income,
                    in_force.asks_identity
               from ${ruleInForce} in_force) limits on true
  left join lender_class class
    on class.lender_id = l.id and class.version = case when limits.version is not null then l.class_version end
  left join lateral (
    select f.birth_date, f.married, f.checked_on from lender_facts f
     where limits.asks_identity and f.lender_id = l.id order by f.version desc limit 1) identity on true`

/**
 * The columns of `LimitColumns`; they need `joinLimits`. The outstanding sum is the body of the function
 * `lender_outstanding`, inlined so that it is planned with the statement; it is read only if a limit of this lender
 * depends on it.
 */
export const limitColumns = `limits.version as "limitVersion", class.version as "classVersion", class.kind as "classKind",
  class.yearly_income as "yearlyIncome", class.supervised,
  class.valid_until is not null and class.valid_until < business_day(app_now()) as "classExpired",
  case when limits.asks_identity then business_day(app_now()) end as "identityDay", l.user_type_id <> 3 as "isPerson",
  identity.birth_date as "birthDate", identity.married, identity.checked_on as "checkedOn",
  case when limits.has_share or limits.has_income and class.yearly_income is not null then
    coalesce((select t.principal_due from portfolio_total t where t.lender_id = l.id), 0)
      + coalesce((select a.held - case when a.held = 0 then 0 else coalesce((
                           select sum(h.amount)::bigint from withdrawal w
                             join hold h on h.id = w.id and h.state = 'OPEN' and h.account_id = a.id
                            where w.lender_id = l.id and w.ended_at is null), 0) end
                    from account a where a.kind = 'LENDER_CASH' and a.owner_id = l.id), 0)
  end as "lenderOutstanding",
  case when limits.version is not null then (select clock_timestamp()::text) end as "decidedAt"`

/** The versions of the limits that this process has read, by database. A stored version never changes. */
const known = new WeakMap<Database, Map<number, LimitRule>>()

/**
 * Makes sure that the versions in these columns are loaded. Each statement reads which version is in force, so a new
 * one applies at once; its content is read once per process.
 * @param reader the caller's transaction, so that loading a version needs no second connection
 * @returns a function that interprets the columns of these lenders; null while no limits are in force
 */
export async function factReader(
  db: Database,
  reader: Queryable,
  asked: readonly Pick<LimitColumns, 'limitVersion'>[],
): Promise<(columns: LimitColumns) => LimitFacts | null> {
  const rules = known.get(db) ?? new Map<number, LimitRule>()
  known.set(db, rules)
  for (const { limitVersion: version } of asked)
    if (version !== null && !rules.has(version)) rules.set(version, await findRule(reader, version))
  return (columns) => {
    const { limitVersion, decidedAt } = columns
    if (limitVersion === null || decidedAt === null) return null
    const rule = rules.get(limitVersion)
    if (!rule) throw new Error(`version ${limitVersion} of the limits was not read`)
    return readFacts(rule, columns, decidedAt)
  }
}

function readFacts(rule: LimitRule, columns: LimitColumns, decidedAt: string): LimitFacts {
  const { classVersion: version, classKind: kind, yearlyIncome, supervised, classExpired } = columns
  return {
    rule,
    lenderClass:
      version === null || kind === null
        ? null
        : { version, kind, yearlyIncome, supervised: supervised === true, expired: classExpired === true },
    identity: identityOf(columns),
    outstanding: columns.lenderOutstanding,
    decidedAt,
  }
}

function identityOf({
  identityDay: day,
  isPerson,
  birthDate,
  married,
  checkedOn,
}: LimitColumns): LenderIdentity | null {
  return day === null ? null : { day, isPerson, birthDate, married: married === true, checkedOn }
}

/**
 * The columns that determine the limits of a lender; null fields while no limits are in force. They are exact under the
 * lock of the lender's cash account, because everything that increases the outstanding sum takes this lock.
 */
export async function readLimitColumns(db: Queryable, lenderId: number): Promise<LimitColumns> {
  return one<LimitColumns>(
    db,
    'lenders.limits.facts',
    `select ${limitColumns} from lender l ${joinLimits} where l.id = $1`,
    [lenderId],
  )
}

/** Reads and interprets the limit columns of a lender. */
export async function readLimitFacts(
  { db }: Pick<Context, 'db'>,
  lenderId: number,
): Promise<LimitFacts | null> {
  const columns = await readLimitColumns(db, lenderId)
  return (await factReader(db, db, [columns]))(columns)
}
