import { type CompanyRule, ruleSubjects } from '@pematang/contract/lenders/company/rules'
import type { Context } from '../../context.ts'
import { companyHoldersOf, companyRules } from '../../platform/approvals/company.ts'
import { mutation } from '../../platform/commands/command.ts'
import { type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireFreshProof } from '../auth/index.ts'
import { companyFactorDay, mayBeFactorDay, setCompanyFactorDay } from '../factors/index.ts'
import { lockPeople, provenFor, requireCompanyRole } from './store.ts'

const done = { message: 'success' } as const

/** `factorFrom`: the business day from which each member needs a second factor; null for none, absent for what is in force. */
type Rules = { rules: readonly CompanyRule[]; factorFrom?: string | null | undefined }

/**
 * Sets the rules of a company, in new versions of those that change; what none is about needs no decision. It is decided
 * under the rules of before.
 * @throws Refusal COMPANY_UNKNOWN, COMPANY_TOO_FEW_DECIDERS if a rule could never be kept, COMPANY_FACTOR_DAY, and of the fresh
 *   proof
 */
export const changeCompanyRules = mutation<Context, Rules, typeof done>({
  operation: 'changeCompanyRules',
  permit: ['lender'],
  security: true,
  company: {},
  async run(tx, { rules, factorFrom }, { actor }) {
    const { lenderId: companyId } = actor
    await lockPeople(tx, companyId)
    await requireCompanyRole(tx, actor, ['ADMINISTRATOR'])
    await requireFreshProof(tx, actor, provenFor)
    for (const rule of rules)
      if (!(await canBeKept(tx, companyId, rule))) throw new Refusal('COMPANY_TOO_FEW_DECIDERS')
    const before = await companyRules(tx, companyId)
    const changed = ruleSubjects.flatMap((subject) => {
      const [was, is] = [before, rules].map((list) => list.find((one) => one.subject === subject))
      if (is) return sameRule(was, is) ? [] : [is]
      return was ? [{ ...was, deciders: 0 }] : []
    })
    for (const { subject, deciders, from, hours } of changed)
      await run(
        tx,
        'lenders.company.insert_rule',
        `insert into company_rule (company_id, version, subject, deciders, from_amount, hours)
         select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5 from company_rule where company_id = $1`,
        [companyId, subject, deciders, from, hours],
      )
    const kept = changed.map(({ subject, deciders, from, hours }) => ({ subject, deciders, from, hours }))
    const factor = factorFrom === undefined ? null : await changeFactorDay(tx, companyId, factorFrom)
    return {
      answer: done,
      subject: `lender:${companyId}`,
      detail: { rules: kept, ...(factor && { factorFrom: factor }) },
    }
  },
})

/**
 * Sets from which day the members need a second factor. One in force may stay, however old.
 * @returns the day before and after; null where nothing changes
 * @throws Refusal COMPANY_FACTOR_DAY
 */
async function changeFactorDay(
  tx: Transaction,
  companyId: number,
  after: string | null,
): Promise<{ before: string | null; after: string | null } | null> {
  const before = await companyFactorDay(tx, companyId)
  if (after === before) return null
  if (after !== null && !(await mayBeFactorDay(tx, after))) throw new Refusal('COMPANY_FACTOR_DAY')
  await setCompanyFactorDay(tx, companyId, after)
  return { before, after }
}

const sameRule = (was: CompanyRule | undefined, is: CompanyRule): boolean =>
  was !== undefined && was.deciders === is.deciders && was.from === is.from && was.hours === is.hours

/** Whether what a maker proposes can find as many others who decide. */
async function canBeKept(
  tx: Queryable,
  companyId: number,
  { subject, deciders }: CompanyRule,
): Promise<boolean> {
  if (subject === 'PEOPLE') return (await companyHoldersOf(tx, companyId, 'ADMINISTRATOR')).length > deciders
  const approvers = await companyHoldersOf(tx, companyId, 'APPROVER')
  const makers = await companyHoldersOf(tx, companyId, 'MAKER')
  return approvers.length >= deciders && new Set([...approvers, ...makers]).size > deciders
}
