import { type CompanyRole, companyRoles } from '@pematang/contract/lenders/company/rules'
import {
  companyHoldersOf,
  companyRolesOf,
  timeAfterTaking,
  lockCompany,
} from '../../platform/approvals/company.ts'
import { type ActorOf, personOf } from '../../platform/audit/audit.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { sessionRoles } from '../auth/index.ts'

/** How one proves to be oneself before a change of people or rules. */
export const provenFor = 'COMPANY'

export type Held = { roles: readonly CompanyRole[]; isSignatory: boolean }

/**
 * Locks the people of a company. The first time its own login becomes the first administrator, with all roles, and the
 * signatory, as it was before.
 * @throws Refusal COMPANY_UNKNOWN for an individual
 */
export async function lockPeople(tx: Transaction, companyId: number): Promise<void> {
  await lockCompany(tx, companyId)
  const found = await maybe<{ type: number; company: number | null }>(
    tx,
    'lenders.company.lock',
    'select user_type_id as type, company_id as company from lender where id = $1 for no key update',
    [companyId],
  )
  const { type, company } = required(found, 'COMPANY_UNKNOWN')
  if (type !== 3) throw new Refusal('COMPANY_UNKNOWN')
  if (company !== null) return
  await run(tx, 'lenders.company.found', 'update lender set company_id = id where id = $1', [companyId])
  await setRoles(tx, { companyId, memberId: companyId }, { roles: companyRoles, isSignatory: true })
  await run(
    tx,
    'lenders.company.first_sessions',
    'update session set company_id = $1 where lender_id = $1 and ended_at is null',
    [companyId],
  )
}

type Named = { companyId: number; memberId: number }

/** Gives a member these roles from now on, in their sessions too. The company has one signatory at most. */
export async function setRoles(tx: Transaction, { companyId, memberId }: Named, held: Held): Promise<void> {
  if (held.isSignatory)
    await run(
      tx,
      'lenders.company.no_signatory',
      `insert into company_roles (member_id, version, company_id, roles, is_signatory)
       select member_id, version + 1, company_id, roles, false from (
         select distinct on (member_id) * from company_roles where company_id = $1 order by member_id, version desc) r
        where is_signatory and member_id <> $2`,
      [companyId, memberId],
    )
  await run(
    tx,
    'lenders.company.set_roles',
    `insert into company_roles (member_id, version, company_id, roles, is_signatory)
     select $1, coalesce(max(version), 0) + 1, $2, $3, $4 from company_roles where member_id = $1`,
    [memberId, companyId, held.roles, held.isSignatory],
  )
  await run(
    tx,
    'lenders.company.session_roles',
    `update session s set company_id = $1, roles = (${sessionRoles('s.lender_id')})
      where (s.company_id = $1 or s.lender_id = $2) and s.ended_at is null`,
    [companyId, memberId],
  )
}

/** @throws Refusal COMPANY_ROLE_MISSING unless the actor has the role now; a company without members is its own administrator */
export async function requireCompanyRole(
  tx: Queryable,
  actor: ActorOf<'lender'>,
  roles: readonly CompanyRole[],
): Promise<void> {
  const held = await companyRolesOf(tx, personOf(actor))
  if (actor.member === undefined && held.length === 0) return
  if (!roles.some((role) => held.includes(role))) throw new Refusal('COMPANY_ROLE_MISSING')
}

export type MemberState = 'INVITED' | 'ACTIVE' | 'SUSPENDED' | 'REMOVED'

export type MemberRow = Held & {
  memberId: number
  name: string
  phone: string
  email: string
  state: MemberState
  invitedUntil: Date | null
  lastUsed: Date | null
  hasFactor: boolean
}

/**
 * SQL: the people of company $1, the first administrator among them. An administrator who was removed counts as suspended
 * for the hours in which they can be put back.
 */
export const peopleSql = `
  select m.id as "memberId", m.name, m.phone, m.email, m.second_factor as "hasFactor",
         coalesce(r.roles, i.roles, array[]::text[]) as roles, coalesce(r.is_signatory, i.is_signatory, false) as "isSignatory",
         case when cardinality(r.roles) > 0 then 'ACTIVE' when i.id is not null then 'INVITED'
              when m.state = 'CLOSED' and not t.taken then 'REMOVED' else 'SUSPENDED' end as state,
         i.expires_at as "invitedUntil",
         (select max(used_at) from session s where s.lender_id = m.id) as "lastUsed"
    from lender m
    left join lateral (select roles, is_signatory from company_roles where member_id = m.id
                        order by version desc limit 1) r on true
    left join company_invitation i on i.member_id = m.id and i.ended_at is null
    cross join lateral (
      select exists (
        select from company_roles b join company_roles a on a.member_id = b.member_id and a.version = b.version + 1
         where b.member_id = m.id and 'ADMINISTRATOR' = any(b.roles) and not 'ADMINISTRATOR' = any(a.roles)
           and a.at > app_clock() - interval '${timeAfterTaking}') as taken) t
   where m.company_id = $1`

/**
 * A member who is not removed.
 * @throws Refusal MEMBER_NOT_FOUND
 */
export async function findMember(tx: Queryable, { companyId, memberId }: Named): Promise<MemberRow> {
  const row = await maybe<MemberRow>(tx, 'lenders.company.member', `${peopleSql} and m.id = $2`, [
    companyId,
    memberId,
  ])
  const found = required(row, 'MEMBER_NOT_FOUND')
  if (found.state === 'REMOVED') throw new Refusal('MEMBER_NOT_FOUND')
  return found
}

/** @throws Refusal COMPANY_LAST_ADMINISTRATOR if this member is the only one */
export async function requireOtherAdministrator(
  tx: Queryable,
  { companyId, memberId }: Named,
): Promise<void> {
  const administrators = await companyHoldersOf(tx, companyId, 'ADMINISTRATOR')
  if (administrators.includes(memberId) && administrators.length < 2)
    throw new Refusal('COMPANY_LAST_ADMINISTRATOR')
}

export const countPeople = async (tx: Queryable, companyId: number): Promise<number> =>
  (
    await one<{ count: number }>(
      tx,
      'lenders.company.count',
      `select count(*) as count from lender where company_id = $1 and state <> 'CLOSED'`,
      [companyId],
    )
  ).count
