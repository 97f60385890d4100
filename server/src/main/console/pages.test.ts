import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoggedInStaff, logInStaff, startConsole } from '../../../testing/console.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { heldWithdrawals } from '../../../testing/held-withdrawal.ts'
import { startApp, type TestApp } from '../../../testing/http.ts'
import { flat } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { recordRepayment } from '../../loans/testing.ts'
import { idAt } from '../../platform/audit/id-at.ts'
import { sealAudit } from '../../platform/audit/seal.ts'
import { many, one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aPayingBank } from '../../cash/testing.ts'
import { storeBankAccount } from '../../lenders/testing.ts'

let fixture: Fixture
let app: TestApp
let citra = {} as LoggedInStaff
const operator = { kind: 'operator', name: 'Maya' } as const
let lender = { id: 0, phone: '', email: '', name: '' }
let [loanNumber, withdrawalId] = ['', '']
const account = '7712349999'

beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' } })
  app = await startConsole(fixture)
  const { context } = fixture
  const { today } = await one<{ today: string }>(
    context.db,
    'test.day',
    'select business_day(app_now()) - 5 as today',
  )
  const loan = await aDisbursedLoan(context, [1_000_000, 500_000], { ...flat, disbursedOn: today })
  loanNumber = loan.loanNumber
  const payment = { loanNumber, paidOn: today, amount: 90_000, reference: 'BNI-20261120-0007' }
  await perform(context, recordRepayment, { actor: operator, input: payment })
  const of = async (id: number) =>
    one<typeof lender>(context.db, 'test.lender', 'select id, phone, email, name from lender where id = $1', [
      id,
    ])
  lender = await of(loan.fundings[0]?.lenderId ?? 0)
  await perform(context, storeBankAccount, {
    actor: operator,
    input: {
      ...{ lenderId: lender.id, accountName: lender.name, accountNumber: account, bankBranch: 'Jakarta' },
      ...{ bankCode: '014', bankName: 'BCA', methodPayment: 1 },
    },
  })
  withdrawalId = (await heldWithdrawals({ ...context, banks: [aPayingBank()] }, [200_000])).held[0]?.id ?? ''
  citra = await logInStaff(fixture, app, 'Citra', 'LOOK')
}, 120_000)
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

const found = async (q: string) => {
  const { status, json } = await citra.get(`/search?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return json.found.map(({ about }: { about: { kind: string; id: string } }) => `${about.kind} ${about.id}`)
}

test('CON-09 what somebody at the telephone says is found, with personal data masked', async () => {
  const ofLender = `LENDER ${lender.id}`
  for (const said of [
    lender.phone,
    `0${lender.phone}`,
    `+62${lender.phone}`,
    lender.email,
    lender.name,
    `lender:${lender.id}`,
  ])
    expect([said, await found(said)]).toEqual([said, expect.arrayContaining([ofLender])])
  expect(await found(loanNumber.toLowerCase())).toEqual([`LOAN ${loanNumber}`])
  expect(await found('bni-20261120-0007')).toEqual(['PAYMENT BNI-20261120-0007'])
  expect(await found(withdrawalId)).toEqual(expect.arrayContaining([`WITHDRAWAL ${withdrawalId}`]))
  expect(await found('tidak ada di mana pun')).toEqual([])
  expect(await found("'; drop table lender; --")).toEqual([])
  expect((await citra.get('/search?q=a')).status).toBe(400)
  const { json } = await citra.get(`/search?q=${lender.name}`)
  expect(JSON.stringify(json)).not.toContain(lender.phone)
})

test('CON-09 a request id from a lender’s screen leads to the lender', async () => {
  const lenders = await startApp(fixture)
  try {
    const answer = await lenders.post('/auth/login', {
      phoneNumber: lender.phone,
      password: 'Salah-Sekali-1',
      type: 'lender',
    })
    const { requestId } = answer.json
    expect(requestId).toMatch(/^[\w-]{8,64}$/)
    expect(await found(requestId)).toEqual([`LENDER ${lender.id}`])
  } finally {
    await lenders.close()
  }
})

test('CON-09 a request of long ago is found by an id that says when it was made; any other id is looked for in 31 days', async () => {
  const entry = async (daysAgo: number, givenId?: string) => {
    const at = fixture.context.clock.now().getTime() - daysAgo * 86_400_000
    const [id, made] = [idAt(new Date(at)), idAt(new Date(at - 3_600_000)).replace('0000-0000', '7abc-8abc')]
    await fixture.context.db.query({
      text: `insert into audit_event (id, actor, operation, outcome, request_id) values ($1, $2, 'test', 'done', $3)`,
      values: [id, `lender:${lender.id}`, givenId ?? made],
    })
    return made
  }
  const known = await entry(40)
  await entry(41, 'PROXY-OF-41-DAYS')
  await entry(30, 'PROXY-OF-30-DAYS')
  expect(await found(known)).toEqual([`LENDER ${lender.id}`])
  expect(await found('PROXY-OF-30-DAYS')).toEqual([`LENDER ${lender.id}`])
  expect(await found('PROXY-OF-41-DAYS')).toEqual([])
  await inTransaction(fixture.context.db, { repeatable: false }, (tx) =>
    sealAudit(tx, 1000, { reach: 'ALL', keys: fixture.context.auditKeys }),
  )
})

test('CON-09 a lender’s page masks phone, e-mail and account, shows what the lender sees, and opening it is recorded', async () => {
  const { status, json: page } = await citra.get(`/lenders/page?id=${lender.id}`)
  expect(status).toBe(200)
  expect(page).toMatchObject({
    title: lender.name,
    lenderId: lender.id,
    about: { kind: 'LENDER', id: String(lender.id) },
  })
  const text = JSON.stringify(page)
  for (const personal of [lender.phone, lender.email, account]) expect(text).not.toContain(personal)
  expect(text).toContain(lender.phone.slice(-4))
  expect(page.summary.lenderId).toBe(lender.id)
  expect(page.actions).toContainEqual({ name: 'changeContact', input: { lenderId: String(lender.id) } })
  expect(page.actions).not.toContainEqual(expect.objectContaining({ name: 'writeOffLoan' }))
  const trail = (await citra.get(`/trail?subject=lender:${lender.id}&operation=openLenderPage`)).json
  expect(trail.rows[0]).toMatchObject({
    ...{ actor: `operator:staff-${citra.staffId}`, actorName: 'Citra', outcome: 'done' },
    title: 'Buka halaman Pemberi Dana',
    about: { kind: 'LENDER', id: String(lender.id) },
  })
  expect((await citra.get('/lenders/page?id=1')).status).toBe(404)
  const portfolio = (await citra.get(`/lenders/portfolio?id=${lender.id}`)).json
  expect(portfolio.list[0]).toMatchObject({ loanNumber, xignaturePpUrl: null, lenderAgreementFile: null })
  const transactions = (await citra.get(`/lenders/transactions?id=${lender.id}`)).json
  expect(transactions.list.map(({ typeName }: { typeName: string }) => typeName)).toContain('Repayment')
})

test('CON-09 one masked field is shown with a reason, which is recorded before it is answered; without one it is not', async () => {
  const ask = (body: object) => citra.post('/reveal', { lenderId: lender.id, ...body })
  expect((await ask({ field: 'PHONE' })).json.message).toBe('Tulis alasannya.')
  expect((await ask({ field: 'PHONE', reason: '   ' })).status).toBe(400)
  expect((await ask({ field: 'PASSWORD', reason: 'penelepon ini' })).status).toBe(400)
  expect((await ask({ field: 'PHONE', reason: 'penelepon menyebut nomornya' })).json).toEqual({
    value: lender.phone,
  })
  expect((await ask({ field: 'ACCOUNT_NUMBER', reason: 'dicocokkan dengan surat' })).json).toEqual({
    value: account,
  })
  expect((await ask({ field: 'PIC_PHONE', reason: 'tidak ada perusahaan' })).json).toEqual({ value: null })
  const rows = await many<{ detail: object }>(
    fixture.context.db,
    'test.revealed',
    `select detail - 'source' as detail from audit_event where operation = 'revealField' and subject = $1 order by id`,
    [`lender:${lender.id}`],
  )
  expect(rows.map(({ detail }) => detail)).toEqual([
    { field: 'PHONE', reason: 'penelepon menyebut nomornya' },
    { field: 'ACCOUNT_NUMBER', reason: 'dicocokkan dengan surat' },
    { field: 'PIC_PHONE', reason: 'tidak ada perusahaan' },
  ])
})

test('CON-09 pages of a loan, a payment and a withdrawal have facts, events and the actions that belong there', async () => {
  const loan = (await citra.get(`/loans/page?number=${loanNumber}`)).json
  expect(loan.events[0]).toMatchObject({
    amount: 90_000,
    about: { kind: 'PAYMENT', id: 'BNI-20261120-0007' },
  })
  expect(loan.actions).toContainEqual({ name: 'writeOffLoan', input: { loanNumber } })
  const payment = (await citra.get('/payments/page?reference=BNI-20261120-0007')).json
  expect(payment.facts[0].facts).toContainEqual({
    ...{ label: 'Pinjaman', value: loanNumber, reveals: null },
    about: { kind: 'LOAN', id: loanNumber },
  })
  expect(payment.actions).toEqual([{ name: 'reverseRepayment', input: { reference: 'BNI-20261120-0007' } }])
  const withdrawal = (await citra.get(`/withdrawals/page?id=${withdrawalId}`)).json
  expect(withdrawal).toMatchObject({ waits: [{ words: 'belum dikirim ke bank' }] })
  expect(JSON.stringify(withdrawal)).not.toContain('7712345678')
  expect(withdrawal.actions).toContainEqual({ name: 'stopWithdrawal', input: { id: withdrawalId } })
  const { json } = await citra.get(`/lenders/page?id=${withdrawal.lenderId}`)
  const deposit = json.events.find(({ words }: { words: string }) => words.startsWith('Dana masuk'))
  expect(deposit).toBeDefined()
  const name = `test-${withdrawal.lenderId}`
  const topUp = (await citra.get(`/payments/page?reference=${name}`)).json
  expect(topUp.title).toBe(`Pembayaran ${name}`)
  expect(topUp.actions.map((one: { name: string }) => one.name)).toContain('reverseTopUp')
  expect(topUp.actions.map((one: { name: string }) => one.name)).not.toContain('reverseRepayment')
  for (const path of [
    '/loans/page?number=TIDAK-ADA',
    '/payments/page?reference=TIDAK-ADA',
    `/withdrawals/page?id=${crypto.randomUUID()}`,
  ])
    expect((await citra.get(path)).status).toBe(404)
})

test('CON-09 the audit trail is searched by its filters, by pages, and an unknown loan or cursor is refused', async () => {
  const first = (await citra.get(`/trail?loan=${loanNumber}&limit=1`)).json
  expect(first.rows).toHaveLength(1)
  const second = (await citra.get(`/trail?loan=${loanNumber}&limit=1&after=${first.next}`)).json
  expect(second.rows[0].id < first.rows[0].id).toBe(true)
  const byOperator = (await citra.get('/trail?actor=operator:Maya&operation=recordRepayment')).json
  expect(byOperator.rows).toHaveLength(1)
  expect((await citra.get('/trail?loan=TIDAK-ADA')).status).toBe(404)
  expect((await citra.get('/trail?after=x')).status).toBe(400)
  expect((await citra.get('/trail?from=2026-13-01')).status).toBe(400)
  expect((await citra.get('/staff')).json.people).toContainEqual(
    expect.objectContaining({ name: 'Citra', rights: ['LOOK'], passkeys: 2 }),
  )
  const rules = (await citra.get('/rules')).json.operations
  expect(rules.find(({ operation }: { operation: string }) => operation === 'writeOffLoan')).toEqual({
    ...{ operation: 'writeOffLoan', title: 'Hapus buku', versions: [] },
  })
})

test('CON-08 the morning list has the lines and words of `operator today`, each with where it leads', async () => {
  const { json } = await citra.get('/today')
  expect(json.lines.length).toBeGreaterThan(20)
  const lineOf = (name: string) => json.lines.find(({ key }: { key: string }) => key === name)
  expect(lineOf('outstanding')).toMatchObject({ tells: true, hasList: false })
  const held = lineOf('withdrawals')
  expect(held).toMatchObject({
    count: 1,
    tells: false,
    hasList: true,
    actions: expect.arrayContaining(['stopWithdrawal']),
  })
  const list = (await citra.get('/today/list?key=withdrawals')).json
  expect(list.rows).toEqual([
    expect.objectContaining({
      ...{ id: withdrawalId, about: { kind: 'WITHDRAWAL', id: withdrawalId } },
      actions: [{ name: 'stopWithdrawal', input: { id: withdrawalId } }],
    }),
  ])
  expect(list.next).toBeNull()
})
