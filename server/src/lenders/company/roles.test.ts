import type { Endpoint } from '@pematang/contract/endpoint'
import { endpoints } from '@pematang/contract/endpoints'
import { type CompanyRole, companyRoles } from '@pematang/contract/lenders/company/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import { aCompany, join, type Person } from '../../../testing/company.ts'
import { givePassword } from '../../../testing/http.ts'
import { one } from '../../platform/db/database.ts'
import { callRoles, callsWithoutFactor } from '../auth/call-roles.ts'

let fixture: AccountFixture
const people = new Map<CompanyRole, Person>()
let suspended: Person
/** The only person of a company that asks for a second factor from today on, who has none. */
let lacking: Person
beforeAll(async () => {
  const none = '100000/60'
  fixture = await makeAccountFixture({
    settings: { LIMIT_MATCH_ADDRESS: none, LIMIT_DOWNLOAD_ACCOUNT: none, LIMIT_DOWNLOAD_DEVICE: none },
  })
  const company = await aCompany(fixture)
  suspended = await join(fixture, company, ['MAKER', 'APPROVER'])
  await givePassword(company)
  await company.act('/company/members/end', { memberId: suspended.memberId, how: 'SUSPEND' })
  for (const role of ['VIEWER', 'MAKER', 'APPROVER', 'ADMINISTRATOR'] as const)
    people.set(role, await join(fixture, company, [role]))
  lacking = await aCompany(fixture)
  const { today } = await one<{ today: string }>(
    fixture.context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  await givePassword(lacking)
  await lacking.act('/company/rules', { rules: [], factorFrom: today })
})
afterAll(() => fixture.close())

const inside = Object.entries<Endpoint>(endpoints).filter(([, { auth }]) => auth === 'lender')
const refusedRole = ['COMPANY_ROLE_MISSING', 'COMPANY_FUNDS_SELECTIONS']

/** Calls that would end the session that the next call needs. */
const ending = ['logout', 'endOtherSessions']

test.each(inside.filter(([name]) => !ending.includes(name)))(
  'COM-01 ROL-02 MFA-01 the API call %s is refused to each role of a company that may not send it, to who is suspended, and without the second factor that the company asks for unless it stays open',
  async (name, endpoint) => {
    const need = callRoles[name as keyof typeof callRoles]
    for (const role of companyRoles) {
      const person = people.get(role) as Person
      const { status, json } = await person.act(
        endpoint.path,
        endpoint.method === 'GET' ? undefined : {},
        undefined,
        endpoint.method,
      )
      const isRefused = status >= 400 && refusedRole.includes(json?.code)
      const may = need === 'ALL' || (need as readonly string[]).includes(role)
      expect(isRefused, `${role}: ${status} ${json?.code}`).toBe(!may)
    }
    const sent = endpoint.method === 'GET' ? undefined : {}
    const { status } = await suspended.act(endpoint.path, sent, undefined, endpoint.method)
    expect(status).toBe(401)
    const { json } = await lacking.act(endpoint.path, sent, undefined, endpoint.method)
    expect(json?.code === 'FACTOR_NEEDED').toBe(!callsWithoutFactor.has(name))
  },
)

test('COM-01 a viewer is let to no call that moves money, and a maker to none that manages people', () => {
  for (const [name, { movesMoney, path }] of inside) {
    const need = callRoles[name as keyof typeof callRoles]
    if (movesMoney) expect(need, name).not.toBe('ALL')
    expect(need, name).not.toContain('VIEWER')
    if (path.startsWith('/company/members') || path === '/company/rules')
      expect(need, name).toEqual(['ADMINISTRATOR'])
  }
})
