import {
  type CompanyRole,
  type CompanyRule,
  decidersOf,
  proposableCalls,
  type RuleSubject,
} from '@pematang/contract/lenders/company/rules'
import { many, maybe, one, type Queryable, run } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Body } from './body.ts'

/** A role as a session has it: with it the signatory. */
export type SessionRole = CompanyRole | 'SIGNATORY'

/** What a member may do now; nothing while suspended, in the company or with their login, removed, or not there yet. */
export async function companyRolesOf(db: Queryable, memberId: number): Promise<readonly CompanyRole[]> {
  const row = await maybe<{ roles: CompanyRole[] }>(
    db,
    'platform.approvals.company_roles',
    `select r.roles from company_roles r join lender l on l.id = r.member_id and l.state = 'ACTIVE'
      where r.member_id = $1 order by r.version desc limit 1`,
    [memberId],
  )
  return row?.roles ?? []
}

/** Who holds a role of this company now. */
export async function companyHoldersOf(
  db: Queryable,
  companyId: number,
  role: CompanyRole,
): Promise<number[]> {
  const rows = await many<{ id: number }>(
    db,
    'platform.approvals.company_holders',
    `select member_id as id from (
       select distinct on (member_id) member_id, roles from company_roles where company_id = $1
        order by member_id, version desc) r
       join lender l on l.id = r.member_id and l.state = 'ACTIVE'
      where $2 = any(roles) order by member_id`,
    [companyId, role],
  )
  return rows.map(({ id }) => id)
}

/** Serialises what the people of a company do, decide and change. Another company does not wait. */
export const lockCompany = (tx: Transaction, companyId: number): Promise<unknown> =>
  one(
    tx,
    'platform.approvals.lock_company',
    `select pg_advisory_xact_lock(hashtext('company'), hashint8($1))::text as locked`,
    [companyId],
  )

/** The rules of a company that ask for a decision, without the one that two administrators have of themselves. */
export const companyRules = (
  db: Queryable,
  companyId: number,
): Promise<(CompanyRule & { version: number })[]> =>
  many<CompanyRule & { version: number }>(
    db,
    'platform.approvals.company_rules',
    `select * from (
       select distinct on (subject) subject, version, deciders, from_amount as "from", hours from company_rule
        where company_id = $1 order by subject, version desc) r
      where deciders > 0`,
    [companyId],
  )

/** People and rules are decided by another administrator, also without a rule, as soon as there is one. */
const ofAdministrators = { subject: 'PEOPLE', version: 0, from: null, deciders: 1, hours: 72 } as const

/** The rules in force, with that of people and rules. */
export async function rulesInForce(
  tx: Queryable,
  companyId: number,
): Promise<(CompanyRule & { version: number })[]> {
  const rules = await companyRules(tx, companyId)
  const people = rules.find(({ subject }) => subject === 'PEOPLE') ?? ofAdministrators
  const deciders = await decidersOfPeople(tx, companyId, people.deciders)
  const others = rules.filter(({ subject }) => subject !== 'PEOPLE')
  return deciders === 0 ? others : [...others, { ...people, deciders }]
}

/** So long after a company lost an administrator, people and rules need another one, even where none is left. */
export const timeAfterTaking = '72 hours'

/**
 * How many decide people and rules, of as many administrators as there are beside the maker. Whoever takes the role from the
 * other administrators gains nothing by it for so many hours, in which those are told; afterwards the company is not locked
 * for good.
 */
async function decidersOfPeople(tx: Queryable, companyId: number, asked: number): Promise<number> {
  const others = Math.max(0, (await companyHoldersOf(tx, companyId, 'ADMINISTRATOR')).length - 1)
  if (others >= asked || (await isAdministratorTaken(tx, companyId))) return asked
  return others
}

/** Whether an administrator ceased to be one in the last hours. */
async function isAdministratorTaken(tx: Queryable, companyId: number): Promise<boolean> {
  const { taken } = await one<{ taken: boolean }>(
    tx,
    'platform.approvals.administrator_taken',
    `select exists (
       select from company_roles r join company_roles b on b.member_id = r.member_id and b.version = r.version - 1
        where r.company_id = $1 and r.at > app_clock() - $2::interval
          and 'ADMINISTRATOR' = any(b.roles) and not 'ADMINISTRATOR' = any(r.roles)) as taken`,
    [companyId, timeAfterTaking],
  )
  return taken
}

type Given = { memberId: number; roles: readonly CompanyRole[]; isSignatory: boolean }

/**
 * Whether a change of roles gives back to who ceased to be an administrator in the last hours what they had, and no more.
 * It needs no other administrator: whoever took the role gains nothing, and who took it from the wrong person mends it.
 */
export async function isPutBack(
  tx: Queryable,
  companyId: number,
  { memberId, roles, isSignatory }: Given,
): Promise<boolean> {
  const { back } = await one<{ back: boolean }>(
    tx,
    'platform.approvals.put_back',
    `select exists (
       select from (select * from company_roles where member_id = $2 and company_id = $1 and 'ADMINISTRATOR' = any(roles)
                     order by version desc limit 1) b
         join company_roles r on r.member_id = b.member_id and r.version = b.version + 1
        where r.at > app_clock() - $5::interval
          and b.roles @> $3::text[] and b.roles <@ $3::text[] and (b.is_signatory or not $4)) as back`,
    [companyId, memberId, roles, isSignatory, timeAfterTaking],
  )
  return back
}

/** What the rule of an operation is about; null where none can be. */
export const subjectOf = (operation: string): RuleSubject | null =>
  (proposableCalls as Record<string, RuleSubject>)[operation] ?? null

const isPeople = (operation: string): boolean => subjectOf(operation) === 'PEOPLE'

/** The people of a company. The caller holds `lock` where it reads rules that must stay. */
export const companyBody = (companyId: number): Body => ({
  tables: { proposal: 'company_proposal', decision: 'company_decision', person: 'member_id' },
  named: 'company-proposal',
  scope: { column: 'company_id', value: companyId },
  roleMissing: 'COMPANY_ROLE_MISSING',
  lock: (tx) => lockCompany(tx, companyId),
  async rule(tx, operation) {
    const subject = subjectOf(operation)
    const rules = await (isPeople(operation) ? rulesInForce : companyRules)(tx, companyId)
    const rule = rules.find((each) => each.subject === subject)
    return rule && { ...rule, neededFor: (sum) => decidersOf(rule, sum, 0) }
  },
  async mayPropose(tx, person, operation) {
    const roles = await companyRolesOf(tx, person)
    if (isPeople(operation)) return roles.includes('ADMINISTRATOR')
    return roles.includes('MAKER') || roles.includes('APPROVER')
  },
  mayDecide: async (tx, person, operation) =>
    (await companyRolesOf(tx, person)).includes(isPeople(operation) ? 'ADMINISTRATOR' : 'APPROVER'),
  isSame,
  isConfirmed: async () => true,
  sumOfDay: (tx, maker, operation) => companySumOfDay(tx, maker, subjectOf(operation) ?? ''),
})

/**
 * Whether two logins of a company have one e-mail address: who has both, e.g. a login of their own and that of the first
 * administrator, decides nothing with one that they proposed with the other.
 */
async function isSame(tx: Queryable, maker: number, decider: number): Promise<boolean> {
  const found = await maybe(
    tx,
    'platform.approvals.same_person',
    `select 1 from lender a join lender b on b.id = $2 where a.id = $1 and a.email_search = b.email_search`,
    [maker, decider],
  )
  return found !== undefined
}

/** What was done for a member in the last 24 hours under a subject, decided or not, in whole rupiah. */
export async function companySumOfDay(tx: Queryable, maker: number, subject: string): Promise<number> {
  const { sum } = await one<{ sum: number }>(
    tx,
    'platform.approvals.company_sum_of_day',
    `select (coalesce((select sum(amount) from company_proposal where maker = $1 and subject = $2 and ended = 'DONE'
                          and ended_at > app_now() - interval '24 hours'), 0)
             + coalesce((select sum(amount) from company_direct where member_id = $1 and subject = $2
                            and at > app_now() - interval '24 hours'), 0))::bigint as sum`,
    [maker, subject],
  )
  return sum
}

export type Direct = { id: string; companyId: number; memberId: number; subject: string; amount: number }

/** Notes what a member does below the amount of a rule. */
export const noteDirect = (
  tx: Transaction,
  { id, companyId, memberId, subject, amount }: Direct,
): Promise<number> =>
  run(
    tx,
    'platform.approvals.note_direct',
    'insert into company_direct (id, company_id, member_id, subject, amount) values ($1, $2, $3, $4, $5)',
    [id, companyId, memberId, subject, amount],
  )
