import type { Company } from '@pematang/contract/lenders/company/endpoints'
import { companyRoles, ruleSubjects } from '@pematang/contract/lenders/company/rules'
import type { Context } from '../../context.ts'
import { companySumOfDay, rulesInForce } from '../../platform/approvals/company.ts'
import { many, maybe } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { companyFactorDay } from '../factors/index.ts'
import type { Asking } from './proposals.ts'
import { type MemberRow, peopleSql } from './store.ts'

/**
 * The people and rules of a company, as one of its people sees them. Before the first invitation it is its own login.
 * @throws Refusal COMPANY_UNKNOWN for an individual
 */
export async function showCompany({ db }: Pick<Context, 'db'>, asking: Asking): Promise<Company> {
  const { companyId, memberId } = asking
  const found = await maybe<{ type: number; name: string; isAlone: boolean }>(
    db,
    'lenders.company.head',
    `select l.user_type_id as type, coalesce(i.company_name, l.name) as name, l.company_id is null as "isAlone"
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [companyId],
  )
  const { type, name, isAlone } = required(found, 'COMPANY_UNKNOWN')
  if (type !== 3) throw new Refusal('COMPANY_UNKNOWN')
  const people = isAlone ? [await onlyLogin(db, companyId)] : await peopleOf(db, companyId)
  const me = required(
    people.find((one) => one.memberId === memberId),
    'COMPANY_UNKNOWN',
  )
  const seesAll = me.roles.includes('ADMINISTRATOR')
  return {
    name,
    me: { memberId, name: me.name, roles: [...me.roles], isSignatory: me.isSignatory },
    people: people.flatMap(({ state, ...one }) =>
      state === 'REMOVED'
        ? []
        : [
            {
              memberId: one.memberId,
              name: one.name,
              roles: [...one.roles],
              isSignatory: one.isSignatory,
              state,
              phone: seesAll || one.memberId === memberId ? one.phone : null,
              email: seesAll || one.memberId === memberId ? one.email : null,
              isFirst: one.memberId === companyId,
              isMe: one.memberId === memberId,
              invitedUntil: state === 'INVITED' ? (one.invitedUntil?.toISOString() ?? null) : null,
              lastUsed: one.lastUsed?.toISOString() ?? null,
              hasFactor: seesAll || one.memberId === memberId ? one.hasFactor : null,
            },
          ],
    ),
    rules: (await rulesInForce(db, companyId)).map(({ subject, from, deciders, hours }) => ({
      ...{ subject, from, deciders, hours },
    })),
    factorFrom: await companyFactorDay(db, companyId),
    today: await Promise.all(
      ruleSubjects.map(async (subject) => ({
        subject,
        amount: await companySumOfDay(db, memberId, subject),
      })),
    ),
  }
}

const peopleOf = (db: Context['db'], companyId: number): Promise<MemberRow[]> =>
  many<MemberRow>(db, 'lenders.company.people', `${peopleSql} order by m.id <> $1, m.name, m.id`, [companyId])

async function onlyLogin(db: Context['db'], companyId: number): Promise<MemberRow> {
  const row = await maybe<Pick<MemberRow, 'name' | 'phone' | 'email' | 'lastUsed' | 'hasFactor'>>(
    db,
    'lenders.company.only_login',
    `select name, phone, email, second_factor as "hasFactor", (select max(used_at) from session where lender_id = $1) as "lastUsed"
       from lender where id = $1`,
    [companyId],
  )
  const login = required(row, 'COMPANY_UNKNOWN')
  return {
    ...login,
    memberId: companyId,
    roles: companyRoles,
    isSignatory: true,
    state: 'ACTIVE',
    invitedUntil: null,
  }
}
