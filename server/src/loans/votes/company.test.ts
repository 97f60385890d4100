import { businessDateOf } from '@pematang/contract/format/business-date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture } from '../../../testing/account.ts'
import {
  aCompany,
  aProposingKey,
  aTeam,
  endGone,
  join,
  loginAs,
  type Person,
  ruled,
} from '../../../testing/company.ts'
import { type Answer, goodPassword } from '../../../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { aVote } from '../../../testing/votes.ts'
import { expireProposals } from '../../lenders/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { disburseLoan } from '../disbursement/index.ts'
import { withdrawVote } from './end-vote.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture({ settings: { LIMIT_LOGIN_DEVICE: '10000/60' } })
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.comeBack()
  expect(await fixture.books()).toEqual([])
})

const operator = { kind: 'operator', name: 'test' } as const
const said = ({ status, json }: Answer) => `${status} ${json?.code ?? ''}`.trim()
const weight = 1_000_000

/** A vote on a loan that this company alone has funded, and the body that agrees. */
async function voteOf(lenderId: number) {
  const { context } = fixture
  const loan = await aLoan(context, { totalLoan: weight, minimumFunding: weight })
  const { fundingId } = await reserveFunding(context, { lenderId, ...loan, amount: weight })
  await signFunding(context, fundingId)
  const input = { loanNumber: loan.loanNumber, disbursedOn: businessDateOf(new Date()) }
  await perform(context, disburseLoan, { actor: operator, input })
  const { voteId } = await aVote(context, loan.loanNumber)
  return { id: voteId, agrees: true, password: goodPassword }
}
type Body = Awaited<ReturnType<typeof voteOf>>

const cast = (person: Person, body: Body, proposal?: 'new' | number) =>
  person.act('/votes/cast', body, proposal)
const choiceOf = async (person: Person, { id }: Body) =>
  (await person.get(`/votes/one?id=${id}`)).json.agrees as boolean | null
const shown = async (person: Person, number: number) =>
  (await person.get(`/company/proposals/one?number=${number}`)).json

test('VOTE-02 COM-04 a vote of a company under its rule of fundings is proposed by one and cast by another with the same choice and their own password', async () => {
  const { company, maker, approvers } = await aTeam(fixture)
  const body = await voteOf(company.lenderId)
  const other = await voteOf(company.lenderId)
  expect(said(await cast(maker, body))).toBe('403 PROPOSAL_NEEDED')
  expect(said(await cast(maker, { ...body, password: 'Salah-Sekali-1' }, 'new'))).toBe(
    '400 VOTE_PASSWORD_WRONG',
  )
  const { status, json } = await cast(maker, body, 'new')
  expect([status, json.code]).toEqual([202, 'PROPOSED'])
  const number = json.proposal as number
  expect((await cast(maker, body, 'new')).json.proposal).toBe(number)
  expect(await choiceOf(maker, body)).toBeNull()
  const { password: _, ...asked } = body
  expect(await shown(approvers[0], number)).toMatchObject({
    ...{ call: 'castVote', subject: 'FUNDING', amount: weight, body: asked, changed: [], mayDecide: true },
  })
  expect(said(await cast(maker, body, number))).toBe('403 PROPOSAL_OWN')
  const own = (await cast(approvers[1], body, 'new')).json.proposal as number
  expect(said(await cast(approvers[1], body, own))).toBe('403 PROPOSAL_OWN')
  const wrong = { ...body, password: 'Salah-Sekali-1' }
  expect(said(await cast(approvers[0], wrong, number))).toBe('400 VOTE_PASSWORD_WRONG')
  for (const changed of [{ ...body, agrees: false }, other])
    expect(said(await cast(approvers[0], changed, number))).toBe('409 PROPOSAL_DIFFERS')
  expect(await choiceOf(maker, body)).toBeNull()
  const decided = await cast(approvers[0], body, number)
  expect([said(decided), decided.json.agrees, decided.json.voted]).toEqual(['200', true, weight])
  expect(said(await cast(approvers[1], body, number))).toBe('409 PROPOSAL_ENDED')
  // A change of the choice is decided likewise, and may be refused.
  const change = { ...body, agrees: false }
  const changing = (await cast(maker, change, 'new')).json.proposal as number
  const no = { number: changing, reason: 'Ketentuan baru lebih baik.' }
  expect((await approvers[0].post('/company/proposals/refuse', no)).status).toBe(200)
  expect(said(await cast(approvers[1], change, changing))).toBe('409 PROPOSAL_ENDED')
  expect(await choiceOf(maker, body)).toBe(true)
})

test('VOTE-02 COM-04 a vote counts with the outstanding principal in the sum of 24 hours from which the rule of fundings asks for a decision', async () => {
  const { company, maker } = await aTeam(fixture, { from: weight + 1 })
  const body = await voteOf(company.lenderId)
  const other = await voteOf(company.lenderId)
  expect(said(await cast(maker, body))).toBe('200')
  expect(said(await cast(maker, other))).toBe('403 PROPOSAL_NEEDED')
  expect(said(await cast(maker, other, 'new'))).toBe('202 PROPOSED')
  await ruled(company, [])
  expect(said(await cast(maker, other, 'new'))).toBe('200')
})

test('VOTE-02 COM-04 a company whose rules are about other things, and one with a single person, vote as any lender', async () => {
  const { company, maker } = await aTeam(fixture, { subject: 'BULK' })
  expect(said(await cast(maker, await voteOf(company.lenderId), 'new'))).toBe('200')
  const alone = await aCompany(fixture, 5_000_000)
  expect(said(await cast(alone, await voteOf(alone.lenderId)))).toBe('200')
  const viewer = await join(fixture, alone, ['VIEWER'])
  expect(said(await cast(viewer, await voteOf(alone.lenderId), 'new'))).toBe('403 COMPANY_ROLE_MISSING')
})

test('VOTE-08 COM-04 a vote that ends early refuses its proposal to the first of two who decide, and at its end the proposal expires with a notice', async () => {
  const { company, ...team } = await aTeam(fixture, { deciders: 2, hours: 720 })
  const body = await voteOf(company.lenderId)
  const { endsAt } = (await team.maker.get(`/votes/one?id=${body.id}`)).json
  const number = (await cast(team.maker, body, 'new')).json.proposal as number
  expect((await shown(team.maker, number)).until).toBe(endsAt)
  expect(said(await cast(team.approvers[0], body, number))).toBe('202 PROPOSAL_AGREED')

  const early = await voteOf(company.lenderId)
  const taken = (await cast(team.maker, early, 'new')).json.proposal as number
  const input = { voteId: early.id, reason: 'Ditarik Penyelenggara.' }
  await perform(fixture.context, withdrawVote, { actor: operator, input })
  expect(said(await cast(team.approvers[0], early, taken))).toBe('409 VOTE_ENDED')
  expect(await shown(team.approvers[0], taken)).toMatchObject({
    ...{ state: 'WAITING', agreed: 0, changed: [{ code: 'VOTE_ENDED' }] },
  })
  expect(said(await cast(team.maker, { ...early, agrees: false }, 'new'))).toBe('409 VOTE_ENDED')
  await endGone(fixture)
  const because = new Refusal('VOTE_ENDED').message
  expect(await shown(team.approvers[0], taken)).toMatchObject({ state: 'WITHDRAWN', because, changed: [] })

  // The sessions of before are over by then.
  fixture.travel('14 days 1 minute')
  const approver = await loginAs(fixture, team.approvers[1].phone)
  expect(said(await cast(approver, body, number))).toBe('409 VOTE_ENDED')
  expect(await choiceOf(approver, body)).toBeNull()
  await expireProposals(fixture.context)
  await fixture.drain()
  const notices = await many<{ number: number; event: string }>(
    fixture.context.db,
    'test.expired_votes',
    `select (data ->> 'number')::int as number, data ->> 'event' as event, data ->> 'title' as title from notice
      where lender_id = $1 and kind = 'PROPOSAL' order by 1`,
    [team.maker.memberId],
  )
  // The amount that follows the title is the principal that votes.
  const title = 'suara atas ketentuan baru dengan sisa pokok'
  expect(notices).toEqual([
    { number, event: 'EXPIRED', title },
    { number: taken, event: 'GONE', title },
  ])
})

test('VOTE-02 KEY-01 a key that proposes cannot propose a vote', async () => {
  const { company, key } = await aProposingKey(fixture, { cash: 5_000_000 })
  const { password: _, ...body } = await voteOf(company.lenderId)
  expect((await key.post('/proposals', { call: 'castVote', body })).status).toBe(422)
})
