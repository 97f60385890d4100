import { randomUUID } from 'node:crypto'
import type { CompanyRole } from '@pematang/contract/lenders/company/rules'
import type { AccountFixture } from './account.ts'
import { type KeyTerms, makeKey, type TestKey } from './keys.ts'
import { lenderTools } from '../src/main/testing.ts'
import { endGoneProposals } from '../src/lenders/testing.ts'
import { many } from '../src/platform/db/database.ts'
import { type Answer, givePassword, goodPassword, type LoggedIn, logIn } from './http.ts'

let phones = 82_100_000_000

/** A person of a company in a session of their own. */
export type Person = Pick<LoggedIn, 'get' | 'post' | 'phone' | 'user'> & {
  memberId: number
  /** Makes a call that may be under a rule: as it is, proposed (`new`), or under a proposal's number. */
  act(path: string, body: unknown, proposal?: 'new' | number, method?: string): Promise<Answer>
}

function personOf(fixture: AccountFixture, phone: string, user: LoggedIn['user']): Person {
  const { app } = fixture
  const { token } = user
  return {
    phone,
    user,
    memberId: user.member?.memberId ?? user.userId,
    get: (path, rest) => app.get(path, { token, ...rest }),
    post: (path, body, rest) => app.post(path, body, { token, ...rest }),
    act: (path, body, proposal, method = 'POST') =>
      app.call(method, path, body, {
        token,
        headers: {
          'idempotency-key': randomUUID(),
          ...(proposal === undefined ? {} : { 'x-proposal': String(proposal) }),
        },
      }),
  }
}

export async function loginAs(fixture: AccountFixture, phone: string): Promise<Person> {
  const { status, json } = await fixture.app.post('/auth/login', {
    phoneNumber: phone,
    password: goodPassword,
    type: 'lender',
  })
  if (status !== 200) throw new Error(`login answered ${status} ${json?.code}`)
  return personOf(fixture, phone, json)
}

/** A company with cash; its own login is still alone. */
export async function aCompany(fixture: AccountFixture, cash = 0): Promise<Person & { lenderId: number }> {
  const { lenderId, phone, user } = await logIn(fixture, fixture.app, { cash, userTypeId: 3 })
  return { ...personOf(fixture, phone, user), lenderId }
}

export const invitation = (roles: readonly CompanyRole[], more: object = {}) => {
  phones += 1
  return {
    name: `Anggota ${phones % 10_000}`,
    phoneNumber: String(phones),
    email: `anggota-${phones}@contoh.example`,
    roles,
    isSignatory: false,
    by: 'SMS',
    ...more,
  }
}

/** The token of the link that was sent to a number last. */
export async function linkFor(fixture: AccountFixture, phone: string): Promise<string> {
  await fixture.drain()
  const link = fixture.inbox
    .to(phone)
    .flatMap(({ text }) => /undangan#([\w-]{43})/.exec(text)?.[1] ?? [])
    .at(-1)
  if (!link) throw new Error('no link was sent')
  return link
}

/** Lets an administrator invite a person, where no other need decide, who comes and logs in. */
export async function join(
  fixture: AccountFixture,
  administrator: Person,
  roles: readonly CompanyRole[],
  more: object = {},
): Promise<Person> {
  const invited = invitation(roles, more)
  await givePassword(administrator)
  const { status, json } = await administrator.act('/company/members', invited)
  if (status !== 200) throw new Error(`the invitation was answered ${status} ${json?.code}`)
  return accept(fixture, invited.phoneNumber)
}

/** Accepts the invitation that was sent to a number, and logs in. */
export async function accept(fixture: AccountFixture, phone: string): Promise<Person> {
  const token = await linkFor(fixture, phone)
  const password = { newPassword: goodPassword, confirmPassword: goodPassword }
  const { status, json } = await fixture.app.post('/company/invitation/accept', { token, ...password })
  if (status !== 200) throw new Error(`accepting was answered ${status} ${json?.code}`)
  return loginAs(fixture, phone)
}

/** Sets the rules of a company whose only administrator this is. */
export async function ruled(administrator: Person, rules: readonly object[]): Promise<void> {
  await givePassword(administrator)
  const { status, json } = await administrator.act('/company/rules', { rules })
  if (status !== 200) throw new Error(`the rules were answered ${status} ${json?.code}`)
}

/** A company with an approver beside its first administrator, whose key proposes. */
export async function aProposingKey(
  fixture: AccountFixture,
  { cash = 5_000_000, terms = {} }: { cash?: number; terms?: Partial<KeyTerms> } = {},
): Promise<{ company: Awaited<ReturnType<typeof aCompany>>; approver: Person; key: TestKey }> {
  const company = await aCompany(fixture, cash)
  const approver = await join(fixture, company, ['APPROVER'])
  return {
    company,
    approver,
    key: await makeKey(fixture.app, company, { right: 'PROPOSE', ...terms }),
  }
}

/** A company with a maker and two approvers, whose fundings need one of them unless `rule` says otherwise. */
export async function aTeam(fixture: AccountFixture, rule: object = {}, cash = 5_000_000) {
  const company = await aCompany(fixture, cash)
  const maker = await join(fixture, company, ['MAKER'])
  const approvers = [
    await join(fixture, company, ['APPROVER']),
    await join(fixture, company, ['APPROVER']),
  ] as const
  await ruled(company, [{ subject: 'FUNDING', from: null, deciders: 1, ...rule }])
  return { company, maker, approvers }
}

/** Opens the documents of a company's unused agreements over these loans. */
export async function reads(
  { context }: AccountFixture,
  person: Person,
  { loans }: { loans: readonly { loanNumber: string }[] },
  kinds: readonly string[] = ['PP', 'PPFP'],
): Promise<void> {
  const documents = await many<{ id: string }>(
    context.db,
    'test.documents_to_read',
    `select d.id from agreement a join document d on d.agreement_id = a.id
      where a.lender_id = (select company_id from lender where id = $1) and a.loan_number = any($2) and d.kind = any($3)`,
    [person.memberId, loans.map(({ loanNumber }) => loanNumber), kinds],
  )
  for (const { id } of documents) {
    const { status } = await person.post('/documents/download', { document_url: `/documents/${id}.pdf` })
    if (status !== 200) throw new Error(`the document was answered ${status}`)
  }
}

/** Ends the proposals of what has gone, as the worker does, and runs the jobs that tell their makers. */
export async function endGone(fixture: AccountFixture): Promise<void> {
  await endGoneProposals(fixture.context, lenderTools())
  await fixture.drain()
}
