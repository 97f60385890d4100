import { many, maybe, one, type Queryable } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import type { NewLimitRule } from './law.ts'
import type { LimitRule } from './rule.ts'

/** SQL for the fields of `LimitRule` as one JSON value, from a row `r` of limit_rule. */
export const ruleJson = `json_build_object('version', r.version, 'incomeBorder', r.income_border,
  'professionalIncomePpm', r.professional_income_ppm, 'nonProfessionalIncomePpm', r.non_professional_income_ppm,
  'lenderSharePpm', r.lender_share_ppm, 'supervisedSharePpm', r.supervised_share_ppm,
  'nonProfessionalSharePpm', r.non_professional_share_ppm, 'baseOutstanding', r.base_outstanding,
  'asksIdentity', r.asks_identity)`

/** SQL for the row of limit_rule in force on this business day, if there is one. */
export const ruleInForce = `
  (select * from limit_rule where holds_from <= business_day(app_now()) order by holds_from desc, version desc limit 1)`

export type KeptRule = LimitRule & { holdsFrom: string; reason: string; keptAt: Date; inForce: boolean }

/** Every version of the limits, in the order in which they apply. */
export async function listRules(db: Queryable): Promise<KeptRule[]> {
  const rows = await many<{
    rule: LimitRule
    holdsFrom: string
    reason: string
    keptAt: Date
    inForce: boolean
  }>(
    db,
    'lenders.limits.list',
    `select ${ruleJson} as rule, r.holds_from as "holdsFrom", r.reason, r.kept_at as "keptAt",
            r.version = (select version from ${ruleInForce} current) as "inForce"
       from limit_rule r order by r.holds_from, r.version`,
  )
  return rows.map(({ rule, ...kept }) => ({ ...rule, ...kept, inForce: kept.inForce ?? false }))
}

export async function findRuleInForce(db: Queryable): Promise<LimitRule | undefined> {
  const row = await maybe<{ rule: LimitRule }>(
    db,
    'lenders.limits.in_force',
    `select ${ruleJson} as rule from ${ruleInForce} r`,
  )
  return row?.rule
}

/** One version of the limits, which never changes. */
export async function findRule(db: Queryable, version: number): Promise<LimitRule> {
  const { rule } = await one<{ rule: LimitRule }>(
    db,
    'lenders.limits.version',
    `select ${ruleJson} as rule from limit_rule r where r.version = $1`,
    [version],
  )
  return rule
}

const ruleColumns = {
  holdsFrom: 'date',
  incomeBorder: 'bigint',
  professionalIncomePpm: 'integer',
  nonProfessionalIncomePpm: 'integer',
  lenderSharePpm: 'integer',
  supervisedSharePpm: 'integer',
  nonProfessionalSharePpm: 'integer',
  baseOutstanding: 'bigint',
  asksIdentity: 'boolean',
  reason: 'text',
} as const

/**
 * Stores another version of the limits. The caller has called `lockRules`.
 * @returns its version
 */
export async function insertRule(tx: Queryable, rule: NewLimitRule): Promise<number> {
  const [row] = await many<{ version: number }>(
    tx,
    'lenders.limits.insert',
    `insert into limit_rule (version, ${columnNames(ruleColumns)})
     select coalesce(max(version), 0) + 1, ${placeholders(ruleColumns)} from limit_rule returning version`,
    oneRow(ruleColumns, rule),
  )
  return row?.version ?? 0
}

/** Serialises changes of the limits until the end of the transaction; readers do not wait. */
export async function lockRules(tx: Queryable): Promise<void> {
  await many(tx, 'lenders.limits.lock', `select pg_advisory_xact_lock(hashtext('limit_rule'))`)
}
