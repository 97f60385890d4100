import type { CompanyRole, CompanyRule } from '@pematang/contract/lenders/company/rules'
import type { Context } from '../src/context.ts'
import { companyJobs, storeAccepted } from '../src/lenders/index.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { many, one } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'
import { hashToken } from '../src/platform/token.ts'
import type { Caller, LenderCalls } from './lender-calls.ts'
import { password } from './people.ts'

/** A person of a company of the demo, who logs in with the demo's password. */
type Member = {
  phone: string
  name: string
  roles: readonly CompanyRole[]
  /** How far they came: invited and not come yet, or suspended after that. */
  stays?: 'INVITED' | 'SUSPENDED'
}

export type DemoCompany = { phone: string; members: readonly Member[]; rules: readonly CompanyRule[] }

/**
 * The companies of the demo with their people, whose own logins are the first administrators. The second administrator
 * joins last: from then on people need both. A bulk product stays free of rules, as README promises.
 */
export const companies: readonly DemoCompany[] = [
  {
    phone: '81234567891',
    members: [
      { phone: '81234567901', name: 'Sekar Ayuningtyas', roles: ['VIEWER'] },
      { phone: '81234567902', name: 'Rangga Wibisana', roles: ['MAKER'] },
      { phone: '81234567903', name: 'Maya Paramita', roles: ['APPROVER'] },
      { phone: '81234567905', name: 'Tirta Kusumadewa', roles: ['MAKER'], stays: 'INVITED' },
      { phone: '81234567906', name: 'Wahyu Adinata', roles: ['VIEWER'], stays: 'SUSPENDED' },
      { phone: '81234567904', name: 'Yudha Prakoso', roles: ['ADMINISTRATOR', 'APPROVER'] },
    ],
    rules: [
      { subject: 'WITHDRAWAL', from: null, deciders: 1, hours: 168 },
      { subject: 'FUNDING', from: 100_000_000, deciders: 1, hours: 168 },
    ],
  },
  {
    phone: '81234567896',
    members: [
      { phone: '81234567911', name: 'Anindya Larasati', roles: ['MAKER', 'VIEWER'] },
      { phone: '81234567912', name: 'Bayu Hendarta', roles: ['APPROVER'] },
    ],
    rules: [{ subject: 'WITHDRAWAL', from: 10_000_000, deciders: 1, hours: 168 }],
  },
]

/** Brings the people of a company in, as far as they are not there, and sets its rules. */
export async function foundCompany(
  context: Context,
  calls: LenderCalls,
  { phone, members, rules }: DemoCompany,
): Promise<void> {
  if (await hasRules(context, phone)) return
  const first = await calls.logIn(phone)
  // A hash, because the product would not let anybody choose a password that is as well known as that of the demo.
  const passwordHash = await context.passwords.hash(password)
  for (const member of members) await bringIn(context, first, { ...member, passwordHash })
  // Below the second administrator the first one sets the rules alone; with one they are proposed.
  const second = members.find(({ roles }) => roles.includes('ADMINISTRATOR'))
  await first.prove()
  if (!second) return void (await first.call('/company/rules', { body: { rules } }))
  const proposed = await propose(first, '/company/rules', { rules })
  const decider = await calls.logIn(second.phone)
  await decider.prove()
  await decider.call('/company/rules', { body: { rules }, proposal: proposed })
}

/** @returns the number of the proposal; of the same one that still waits, its number again */
export const propose = async (maker: Caller, path: string, body: object): Promise<number> =>
  (await maker.call<{ proposal: number }>(path, { body, proposal: 'new' })).proposal

async function bringIn(
  context: Context,
  first: Caller,
  { phone, name, roles, stays, passwordHash }: Member & { passwordHash: string },
): Promise<void> {
  const known = await many<{ id: number }>(
    context.db,
    'demo.companies.member',
    `select l.id from lender l where l.phone_search = any($1)
        and (l.state = 'ACTIVE' or exists (select from company_invitation i where i.member_id = l.id) and $2)`,
    [new Lookup(phone), stays !== undefined],
  )
  if (known.length > 0) return
  await first.prove()
  const email = `${phone}@contoh.example`
  const body = { name, phoneNumber: phone, email, roles, isSignatory: false, by: 'SMS' }
  const { memberId } = await first.call<{ memberId: number }>('/company/members', { body })
  if (stays === 'INVITED') return
  if (stays === 'SUSPENDED') {
    await first.prove()
    await first.call('/company/members/end', { body: { memberId, how: 'SUSPEND' } })
    return
  }
  await perform(context, storeAccepted, {
    actor: { kind: 'lender', lenderId: memberId, companyId: first.user.userId },
    input: {
      companyId: first.user.userId,
      tokenHash: hashToken(await tokenOf(context, memberId)),
      passwordHash,
    },
  })
}

/** The token of the link that the product sends to who was invited, which goes to nobody here. */
async function tokenOf(context: Context, memberId: number): Promise<string> {
  const { id } = await one<{ id: string }>(
    context.db,
    'demo.companies.invitation',
    'select id from company_invitation where member_id = $1 and ended_at is null',
    [memberId],
  )
  let link = ''
  const sms = {
    ...context.sms,
    send: async ({ text }: { text: string }) => {
      link = text
    },
  }
  const send = companyJobs({ ...context, sms })['company.invite']
  await send?.({
    id: context.random.uuid(),
    kind: 'company.invite',
    payload: { id, by: 'SMS' },
    attempts: 1,
    lease: '',
  })
  return link.split('#')[1] ?? ''
}

async function hasRules({ db }: Context, phone: string): Promise<boolean> {
  const { there } = await one<{ there: boolean }>(
    db,
    'demo.companies.has_rules',
    `select exists (select from company_rule r join lender l on l.id = r.company_id
                     where l.phone_search = any($1)) as there`,
    [new Lookup(phone)],
  )
  return there
}
