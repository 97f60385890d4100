import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoggedInStaff, logInStaff, startConsole } from '../../../testing/console.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import type { TestApp } from '../../../testing/http.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender } from '../../../testing/people.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { aRule, decidedBy, proposed } from '../../../testing/staff.ts'
import { changeContact } from '../../lenders/testing.ts'
import { type publishLoans, writeOffLoan } from '../../loans/index.ts'
import type { Mail } from '../../outside/mail/port.ts'
import { one, run } from '../../platform/db/database.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import { proposalOf, propose } from '../../platform/commands/propose.ts'
import { expireProposals, findProposal, refuseProposal } from '../../staff/testing.ts'
import { loadActions } from './load-actions.ts'
import { proposalMails } from './proposal-mails.ts'

const mails: Mail[] = []
const mail = { send: async (sent: Mail) => void mails.push(sent), check: async () => {}, close: () => {} }
let fixture: Fixture
let app: TestApp
let [maya, budi, citra] = [{} as LoggedInStaff, {} as LoggedInStaff, {} as LoggedInStaff]
let [lenderId, phone, loanNumber] = [0, '', '']

beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' }, overrides: { mail } })
  app = await startConsole(fixture)
  ;({ lenderId, phone } = await aLender(fixture.context, { cash: 1_000_000 }))
  // 900,000 over 3 months at 12% flat.
  ;({ loanNumber } = await aDisbursedLoan(fixture.context, [600_000, 300_000], {
    ...{ interestType: 'FLAT', interest: '0.12', tenor: 3, tenorPeriod: 'MONTH', disbursedOn: '2026-01-31' },
  }))
  maya = await logInStaff(fixture, app, 'Maya', 'LOOK', 'WORK')
  budi = await logInStaff(fixture, app, 'Budi', 'LOOK', 'WORK', 'DECIDE')
  citra = await logInStaff(fixture, app, 'Citra', 'LOOK')
  for (const operation of ['changeContact', 'creditTopUp', 'publishLoans']) await aRule(fixture, operation)
}, 120_000)
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

const sendMails = () => runAllJobs(fixture.context, proposalMails(fixture.context))

let keys = 0
const ask = async (name: string, input: Record<string, string>, by = maya) =>
  (
    await by.post(
      '/actions/propose',
      { name, input },
      { headers: { 'idempotency-key': `proposal-${(keys += 1)}` } },
    )
  ).json
const show = async (number: number, by = budi) => (await by.get(`/approvals/page?number=${number}`)).json
const reason = 'surat nomor 7'

test('CON-08 a proposal shows what it does with the figures of now, what changed since, who is told and what was filled in', async () => {
  const { number } = await ask('changeContact', { lenderId: String(lenderId), phone: '81299998888', reason })
  const before = await show(number)
  expect(before).toMatchObject({
    ...{
      title: 'Ubah nomor telepon atau e-mail',
      changed: [],
      refusal: null,
      needed: 1,
      seat: null,
      isOwn: false,
    },
    ...{ mayDecide: true, mayWithdraw: false, about: { kind: 'LENDER', id: String(lenderId) } },
  })
  expect(before.preview.notified.join(' ')).toContain('nomor dan alamat yang lama')
  const line = before.preview.lines.find((one: { label: string }) => one.label === 'Nomor telepon')
  expect(line).toEqual({ label: 'Nomor telepon', before: `*******${phone.slice(-4)}`, after: '81299998888' })
  const other = { lenderId, email: 'baru@contoh.example', reason }
  const first = await proposed(fixture, changeContact, maya.staffId, other)
  await decidedBy(fixture, changeContact, budi.staffId, { proposal: first, input: other })
  const after = await show(number)
  expect(after.changed).toEqual([
    { label: 'E-mail sebelumnya', before: expect.stringMatching(/\*\*\*@/), after: 'b***@contoh.example' },
  ])
  await run(fixture.context.db, 'test.close', `update lender set state = 'CLOSED' where id = $1`, [lenderId])
  expect(await show(number)).toMatchObject({
    preview: null,
    refusal: { code: 'ACTION_REFUSED', message: `Akun Pemberi Dana ${lenderId} sudah ditutup.` },
  })
  await run(fixture.context.db, 'test.open', `update lender set state = 'ACTIVE' where id = $1`, [lenderId])
  await maya.post('/approvals/withdraw', { number })
})

test('CON-09 who neither made nor decides it sees its personal data masked', async () => {
  const { number } = await ask('changeContact', {
    lenderId: String(lenderId),
    email: 'lain@contoh.example',
    phone: '81299997777',
    reason,
  })
  const seen = JSON.stringify(await show(number, citra))
  expect(seen).not.toContain('81299997777')
  expect(seen).not.toContain('lain@contoh.example')
  expect(seen).toContain('7777')
  expect(JSON.stringify(await show(number, maya))).toContain('81299997777')
  expect(JSON.stringify(await show(number, budi))).toContain('lain@contoh.example')
  await maya.post('/approvals/withdraw', { number })
})

test('CON-08 lists: for me without my own and what I agreed to, mine, all by pages, and none for who does not decide', async () => {
  const input = { lenderId: String(lenderId), amount: '5000', bank: 'BNI', reason }
  const first = await ask('creditTopUp', { ...input, paymentRequestId: 'L-1' })
  const second = await ask('creditTopUp', { ...input, paymentRequestId: 'L-2' })
  const own = await ask('creditTopUp', { ...input, paymentRequestId: 'L-3' }, budi)
  const numbers = async (by: LoggedInStaff, query: string) =>
    (await by.get(`/approvals?${query}`)).json.rows.map(({ number }: { number: number }) => number)
  expect(await numbers(budi, 'for=me')).toEqual([second.number, first.number])
  expect(await numbers(budi, 'for=mine')).toEqual([own.number])
  expect(await numbers(maya, 'for=me')).toEqual([])
  const page = (await citra.get('/approvals?for=all&limit=2')).json
  expect(page.rows.map(({ number }: { number: number }) => number)).toEqual([own.number, second.number])
  expect((await numbers(citra, `for=all&limit=2&after=${page.next}`))[0]).toBe(first.number)
  expect((await budi.get('/today')).json.forMe).toBe(2)
  expect((await maya.get('/today')).json.forMe).toBe(0)
  for (const bad of ['for=me&after=x', 'for=you', 'limit=0'])
    expect((await budi.get(`/approvals?${bad}`)).status).toBe(400)
  const refused = { number: first.number, staffId: budi.staffId, reason: 'slip tidak ada' }
  await perform(fixture.context, refuseProposal, { actor: staffActor(budi.staffId), input: refused })
  expect(await show(first.number)).toMatchObject({
    state: 'REFUSED',
    votes: [{ name: 'Budi', verdict: 'REFUSED', reason: 'slip tidak ada' }],
  })
  expect((await budi.post('/approvals/withdraw', { number: second.number })).json.code).toBe(
    'STAFF_RIGHT_MISSING',
  )
  for (const [by, { number }] of [
    [maya, second],
    [budi, own],
  ] as const)
    expect((await by.post('/approvals/withdraw', { number })).status).toBe(200)
  expect((await show(second.number)).state).toBe('WITHDRAWN')
  expect((await budi.get('/approvals/page?number=99999')).json.code).toBe('PROPOSAL_NOT_FOUND')
})

test('CON-05 CON-08 what was typed in the name of a person says so until they confirm it, which is no agreement', async () => {
  const input = { lenderId, email: 'terminal@contoh.example', reason }
  const seat = { user: 'operator', host: 'mesin', terminal: 'pts/7' }
  const { number } = await perform(fixture.context, propose, {
    actor: { kind: 'operator', name: 'Maya', seat },
    input: { ...proposalOf(changeContact, input), maker: maya.staffId, seat },
  })
  expect(await show(number)).toMatchObject({ isConfirmed: false, mayConfirm: false, mayDecide: true })
  expect(await show(number, maya)).toMatchObject({ isConfirmed: false, mayConfirm: true })
  const own = await ask('creditTopUp', {
    ...{ lenderId: String(lenderId), amount: '5000', bank: 'BNI', reason, paymentRequestId: 'L-4' },
  })
  const forMe = async (by: LoggedInStaff) => [
    (await by.get('/approvals?for=me')).json.rows.map((row: { number: number }) => row.number),
    (await by.get('/today')).json.forMe,
  ]
  // It waits for her, who decides nothing else; her own of the console waits for others.
  expect(await forMe(maya)).toEqual([[number], 1])
  const other = { lenderId, email: 'lagi@contoh.example', reason }
  const typed = await perform(fixture.context, propose, {
    actor: { kind: 'operator', name: 'Budi', seat },
    input: { ...proposalOf(changeContact, other), maker: budi.staffId, seat },
  })
  const last = await ask('creditTopUp', {
    ...{ lenderId: String(lenderId), amount: '5000', bank: 'BNI', reason, paymentRequestId: 'L-5' },
  })
  expect(await forMe(budi)).toEqual([[typed.number, last.number, own.number, number], 4])
  await budi.post('/approvals/withdraw', { number: typed.number })
  for (const one of [own, last]) await maya.post('/approvals/withdraw', { number: one.number })
  expect((await budi.post('/approvals/confirm', { number })).json.code).toBe('STAFF_RIGHT_MISSING')
  expect((await maya.post('/approvals/confirm', { number })).status).toBe(200)
  expect(await show(number, maya)).toMatchObject({ isConfirmed: true, mayConfirm: false, votes: [] })
  expect(await forMe(maya)).toEqual([[], 0])
  const { rows } = (await budi.get('/approvals?for=me')).json
  expect(rows[0]).toMatchObject({ number, agreements: 0 })
  await maya.post('/approvals/withdraw', { number })
})

test('CON-08 whoever may decide is told by mail with a link and nothing to press, the maker is not, nor of one that has ended; but when nobody decided in time', async () => {
  await sendMails()
  mails.length = 0
  const input = { lenderId: String(lenderId), amount: '5000', bank: 'BNI', reason }
  const waiting = await ask('creditTopUp', { ...input, paymentRequestId: 'M-1' })
  const ended = await ask('creditTopUp', { ...input, paymentRequestId: 'M-2' })
  await maya.post('/approvals/withdraw', { number: ended.number })
  await sendMails()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['budi@contoh.example', `Usulan ${waiting.number} menunggu keputusan Anda`],
  ])
  expect(mails[0]?.text).toContain(`http://localhost:3100/console/persetujuan/${waiting.number}`)
  expect(mails[0]?.html).not.toMatch(/<form|<button|verdict|agree/i)
  expect(mails[0]?.text).not.toContain(reason)
  expect(mails[0]?.text).toContain(`usulan ${waiting.number}: Kreditkan tanpa mutasi bank, Rp5.000.`)
  // Budi alone may decide, and not what is his own.
  mails.length = 0
  const own = await ask('creditTopUp', { ...input, paymentRequestId: 'M-3' }, budi)
  await sendMails()
  expect(mails).toEqual([])
  await budi.post('/approvals/withdraw', { number: own.number })
  // Nobody decides the other one in time.
  fixture.travel('25 hours')
  await expireProposals(fixture.context)
  await sendMails()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['maya@contoh.example', `Usulan ${waiting.number} lewat batas waktu`],
  ])
  fixture.travel('300 hours')
  await expireProposals(fixture.context)
  fixture.travel(undefined)
})

test('CON-08 a draft that is edited after its offer was proposed is not offered by the decision, and says so before', async () => {
  const { context } = fixture
  const { loanNumber } = await aDraftLoan(context, { loanNumber: 'DIUBAH-1' })
  const { number } = await ask('publishLoans', { loanNumber })
  expect((await show(number)).refusal).toBeNull()
  const action = (await loadActions()).byName.get('publishLoans')
  await run(
    context.db,
    'test.edit',
    `update loan set source_hash = sha256('edited') where loan_number = $1`,
    [loanNumber],
  )
  expect((await show(number)).refusal).toMatchObject({ code: 'PROPOSAL_DIFFERS' })
  const { input } = await findProposal(context.db, number)
  await expect(
    action?.decide(context, { staffId: budi.staffId, proposal: number, input }),
  ).rejects.toMatchObject({
    code: 'PROPOSAL_DIFFERS',
  })
  const { status } = await one<{ status: string }>(
    context.db,
    'test.status',
    'select status from loan_position join loan on id = loan_id where loan_number = $1',
    [loanNumber],
  )
  expect(status).toBe('DRAFT')
  expect((await findProposal(context.db, number)).state).toBe('WAITING')
  const fresh = await ask('publishLoans', { loanNumber })
  expect(fresh.number).not.toBe(number)
  const again = (await findProposal(context.db, fresh.number)).input
  expect(
    await action?.decide(context, { staffId: budi.staffId, proposal: fresh.number, input: again }),
  ).toMatchObject({
    state: 'DONE',
  })
  const typed = (input: unknown) => input as Parameters<typeof publishLoans.run>[1]
  expect(typed(again)).toMatchObject({
    loanNumbers: [loanNumber],
    contents: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('CON-05 CON-08 a write-off, whose input names no sum, counts with all that the loan owes: when proposed, and as it is when decided', async () => {
  await logInStaff(fixture, app, 'Dewi', 'LOOK', 'DECIDE')
  await aRule(fixture, 'writeOffLoan', { largeFrom: 900_000, largeDeciders: 2 })
  const input = { loanNumber, writtenOffOn: '2026-07-01', reason } as const
  const number = await proposed(fixture, writeOffLoan, maya.staffId, input)
  expect((await findProposal(fixture.context.db, number)).amount).toBe(927_000)
  const decided = () => decidedBy(fixture, writeOffLoan, budi.staffId, { proposal: number, input })
  expect(await decided()).toMatchObject({ state: 'AGREED', missing: 1 })
})

test('CON-08 Hari ini counts the proposals that wait in one line and lists them', async () => {
  const input = { lenderId: String(lenderId), amount: '5000', bank: 'BNI', reason, paymentRequestId: 'T-1' }
  const { number } = await ask('creditTopUp', input)
  const { json } = await citra.get('/today')
  const line = json.lines.find(({ key }: { key: string }) => key === 'proposals')
  expect(line).toMatchObject({ hasList: true, red: false })
  expect(line.count).toBeGreaterThan(0)
  const list = (await citra.get('/today/list?key=proposals')).json
  expect(list.rows[0]).toMatchObject({
    ...{ id: String(number), words: `Usulan ${number}: Kreditkan tanpa mutasi bank, oleh Maya` },
    amount: 5000,
    about: { kind: 'PROPOSAL', id: String(number) },
  })
  expect((await citra.get('/today/list?key=certificates')).status).toBe(404)
  expect((await citra.get('/today/list?key=suspense&after=%27%3B')).status).toBe(400)
})
