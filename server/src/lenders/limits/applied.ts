import { maybe, type Queryable } from '../../platform/db/database.ts'
import { type LenderClass, type Limit, type LimitRule, limitsOf } from './rule.ts'
import { ruleJson } from './rule-store.ts'

/** The limits that decided a funding or a bulk funding, as they were then; amounts in whole rupiah. */
export type AppliedLimits = {
  rule: LimitRule
  holdsFrom: string
  lenderClass: LenderClass | null
  decidedAt: Date
  /** Each limit with the outstanding sum before the funding. */
  limits: Limit[]
}

const columns = `${ruleJson} as rule, r.holds_from as "holdsFrom", f.decided_at as "decidedAt",
  case when c.version is not null then json_build_object('version', c.version, 'kind', c.kind,
    'yearlyIncome', c.yearly_income, 'supervised', c.supervised,
    'expired', coalesce(c.valid_until < business_day(f.created_at), false)) end as "lenderClass",
  json_build_object('lender', f.lender_outstanding, 'platform', f.platform_outstanding,
    'nonProfessional', f.non_professional_outstanding) as outstanding`
const joined = `join limit_rule r on r.version = f.limit_version
  left join lender_class c on c.lender_id = f.lender_id and c.version = f.class_version`

type Row = Omit<AppliedLimits, 'limits'> & { outstanding: Parameters<typeof limitsOf>[2] }

/**
 * The limits that decided a funding; for one of a bulk funding, those that decided the whole. Null if no limits were in
 * force, and for a taken-over loan.
 */
export async function limitsOfFunding(db: Queryable, fundingId: string): Promise<AppliedLimits | null> {
  const row = await maybe<Row>(
    db,
    'lenders.limits.of_funding',
    `select ${columns} from (
       select lender_id, created_at, limit_version, class_version, lender_outstanding, platform_outstanding,
              non_professional_outstanding, decided_at from funding where id = $1 and bulk_id is null
       union all
       select b.lender_id, b.created_at, b.limit_version, b.class_version, b.lender_outstanding, b.platform_outstanding,
              b.non_professional_outstanding, b.decided_at
         from funding one join bulk_funding b on b.id = one.bulk_id where one.id = $1
     ) f ${joined}`,
    [fundingId],
  )
  return row ? applied(row) : null
}

export async function limitsOfBulk(db: Queryable, number: string): Promise<AppliedLimits | null> {
  const row = await maybe<Row>(
    db,
    'lenders.limits.of_bulk',
    `select ${columns} from bulk_funding f ${joined} where f.number = $1`,
    [number],
  )
  return row ? applied(row) : null
}

const applied = ({ outstanding, ...row }: Row): AppliedLimits => ({
  ...row,
  limits: limitsOf(row.rule, row.lenderClass, outstanding),
})
