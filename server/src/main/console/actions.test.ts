import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoggedInStaff, logInStaff, startConsole } from '../../../testing/console.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { heldWithdrawals } from '../../../testing/held-withdrawal.ts'
import type { TestApp } from '../../../testing/http.ts'
import { flat } from '../../../testing/loan-operations.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender, aLoan } from '../../../testing/people.ts'
import { aDisbursedLoan, aFundedLoan } from '../../../testing/servicing.ts'
import { recordRepayment } from '../../loans/testing.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aPayingBank } from '../../cash/testing.ts'
import { secondPairOperations, setApprovalRules } from '../../staff/testing.ts'
import { loadActions } from './load-actions.ts'

let fixture: Fixture
let app: TestApp
let [maya, budi] = [{} as LoggedInStaff, {} as LoggedInStaff]
const operator = { kind: 'operator', name: 'test' } as const
const sha256 = 'a1'.repeat(32)

/** What the forms of the table below are filled with. */
const world = {
  ...{ lender: '', suspended: '', company: '', empty: '', cash: '' },
  ...{
    draft: '',
    deleted: '',
    offered: '',
    funded: '',
    disbursed: '',
    writtenOff: '',
    restructured: '',
    toReverse: '',
  },
  ...{ payment: '', topUp: '', held: '', day: '', until: '' },
}

const disbursedOn = async (days: number) =>
  (
    await one<{ day: string }>(
      fixture.context.db,
      'test.day',
      'select business_day(app_now()) - $1::int as day',
      [days],
    )
  ).day

beforeAll(async () => {
  fixture = await makeFixture({ settings: { CONSOLE_PORT: '3100' }, overrides: { banks: [aPayingBank()] } })
  app = await startConsole(fixture)
  const { context } = fixture
  const act = <Input>(
    command: Parameters<typeof perform<typeof context, Input, unknown, 'operator'>>[1],
    input: Input,
  ) => perform(context, command, { actor: operator, input })
  const { byName } = await loadActions()
  const run = async (name: string, input: Record<string, string>) => {
    const action = byName.get(name)
    await action?.perform(context, {
      actor: operator,
      input: await action.read(input, { db: context.db, staffId: 0 }),
    })
  }
  const lenderOf = async (options = {}) => String((await aLender(context, options)).lenderId)
  world.lender = await lenderOf()
  world.company = await lenderOf({ userTypeId: 3 })
  world.suspended = await lenderOf()
  world.empty = await lenderOf()
  await run('suspendLender', { lenderId: world.suspended, reason: 'surat' })
  await run('storeTaxStatus', { lenderId: world.lender, status: 'FOREIGN' })
  await run('assignVirtualAccount', {
    ...{ lenderId: world.lender, number: '988001234567890', methodPayment: '1', bankCode: '009' },
    ...{ bankName: 'BNI', accountName: 'PEMBERI DANA' },
  })
  world.cash = await lenderOf({ cash: 7_000_000 })
  world.topUp = `test-${world.cash}`
  world.day = await disbursedOn(5)
  world.until = await disbursedOn(-40)
  world.draft = (await aDraftLoan(context, { loanNumber: 'DRAF-1' })).loanNumber
  world.deleted = (await aDraftLoan(context, { loanNumber: 'DRAF-2' })).loanNumber
  await run('deleteDraft', { loanNumber: world.deleted, reason: 'surat' })
  world.offered = (await aLoan(context, { loanNumber: 'TAWAR-1' })).loanNumber
  world.funded = (await aFundedLoan(context, [500_000], flat)).loanNumber
  const disbursed = async () =>
    (await aDisbursedLoan(context, [1_000_000], { ...flat, disbursedOn: world.day })).loanNumber
  world.disbursed = await disbursed()
  world.writtenOff = await disbursed()
  world.restructured = await disbursed()
  world.toReverse = await disbursed()
  await run('writeOffLoan', { loanNumber: world.writtenOff, writtenOffOn: world.day, reason: 'surat' })
  await run('restructureLoan', restructuring(world.restructured))
  const payment = { loanNumber: world.disbursed, paidOn: world.day, amount: 10_000, reference: 'BAYAR-1' }
  await act(recordRepayment, payment)
  world.payment = payment.reference
  world.held = (await heldWithdrawals(context, [200_000])).held[0]?.id ?? ''
  maya = await logInStaff(fixture, app, 'Maya', 'LOOK', 'WORK')
  await logInStaff(fixture, app, 'Gone', 'LOOK', 'WORK')
  budi = await logInStaff(fixture, app, 'Budi', 'LOOK', 'DECIDE')
  const rules = secondPairOperations.map((operation) => ({
    ...{ operation, deciders: 1, largeFrom: null, largeDeciders: null, hours: 24 },
  }))
  await act(setApprovalRules, { rules, reason: 'test' })
}, 300_000)
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

const restructuring = (loanNumber: string) => ({
  ...{
    loanNumber,
    agreedOn: world.day,
    interest: '0.1',
    interestType: 'FLAT',
    tenor: '6',
    tenorPeriod: 'MONTH',
  },
  ...{ reference: `ADD-${loanNumber}`, sha256 },
})
const reason = 'surat nomor 7'
const note = reason
const topUp = { amount: '500000', bank: 'BNI', paymentRequestId: 'MASUK-1' }

/** A form of each action that can be filled from the world; `does` says what its preview has. */
const forms: Record<string, () => Record<string, string>> = {
  changeContact: () => ({ lenderId: world.lender, phone: '81299998888', reason }),
  suspendLender: () => ({ lenderId: world.lender, reason }),
  reactivateLender: () => ({ lenderId: world.suspended, reason }),
  closeLender: () => ({ lenderId: world.empty, reason }),
  endSessions: () => ({ lenderId: world.lender, reason }),
  createLender: () => ({
    phone: '81277776666',
    name: 'Sri Lestari',
    email: 'sri@contoh.example',
    invite: 'SMS',
  }),
  publishRiskWarning: () => ({ text: 'Pernyataan risiko yang baru. '.repeat(10) }),
  storeSigner: () => ({ lenderId: world.lender, dgsignType: 'PRIVY', signerId: 'PRV0001' }),
  storeBankAccount: () => ({
    ...{ lenderId: world.lender, accountNumber: '7712345678', accountName: 'Pemberi Dana', bankCode: '014' },
    ...{ bankName: 'BCA', bankBranch: 'Jakarta', methodPayment: '1' },
  }),
  storeInstitution: () => ({
    ...{ lenderId: world.company, companyName: 'PT Sawah', companyEmail: 'pt@contoh.example' },
    ...{ picFullName: 'Sri Lestari', picPhone: '81211112222' },
  }),
  storeTaxStatus: () => ({ lenderId: world.lender, status: 'FOREIGN' }),
  reverseTaxStatus: () => ({ lenderId: world.lender, reason }),
  storeTaxNumber: () => ({ lenderId: world.company, number: '1234567890123456' }),
  storeLenderClass: () => ({
    lenderId: world.lender,
    kind: 'INDIVIDUAL',
    yearlyIncome: '400000000',
    evidence: 'SPT 2025',
  }),
  setBulkFunding: () => ({ lenderId: world.lender, enabled: 'true' }),
  openAdditionalCashAccount: () => ({ lenderId: world.lender }),
  assignVirtualAccount: () => ({
    ...{ lenderId: world.suspended, number: '988001234567891', methodPayment: '1', bankCode: '009' },
    ...{ bankName: 'BNI', accountName: 'PEMBERI DANA' },
  }),
  endVirtualAccount: () => ({ lenderId: world.lender, number: '988001234567890' }),
  recordRiskAcceptance: () => ({ lenderId: world.company, evidence: 'Perjanjian induk 3' }),
  recordRepayment: () => ({
    loanNumber: world.disbursed,
    paidOn: world.day,
    amount: '20000',
    reference: 'BAYAR-2',
  }),
  settleEarly: () => ({
    loanNumber: world.disbursed,
    paidOn: world.day,
    amount: '2000000',
    reference: 'LUNAS-1',
  }),
  reverseRepayment: () => ({ reference: world.payment, paidOn: world.day, amount: '11000', reason }),
  disburseLoan: () => ({ loanNumber: world.funded }),
  reverseDisbursement: () => ({ loanNumber: world.toReverse, reason }),
  storeLoanAccount: () => ({
    ...{
      loanNumber: world.funded,
      bankCode: '014',
      accountNumber: '5512345678',
      accountHolder: 'Tani',
      reason,
    },
  }),
  writeOffLoan: () => ({ loanNumber: world.toReverse, writtenOffOn: world.day, reason }),
  reverseWriteOff: () => ({ loanNumber: world.writtenOff, reason }),
  restructureLoan: () => restructuring(world.toReverse),
  reverseRestructuring: () => ({ loanNumber: world.restructured, reason }),
  publishLoans: () => ({ loanNumber: world.draft }),
  extendOffer: () => ({ loanNumber: world.offered, until: world.until, beyondAgreements: 'true' }),
  cancelLoan: () => ({ loanNumber: world.offered, reason }),
  deleteDraft: () => ({ loanNumber: world.draft, reason }),
  restoreDraft: () => ({ loanNumber: world.deleted, reason }),
  renameBorrower: () => ({ borrowerNumber: borrower, name: 'Tani Makmur', reason }),
  addLoanType: () => ({ name: 'Perikanan Tangkap', isNew: 'true' }),
  setLoanTypeStatus: () => ({ name: loanType, status: 'INACTIVE' }),
  setOfferRule: () => ({
    ...{ name: loanType, extendDays: '7', extendTimes: '2', payOutSharePpm: '0.8', payOutDays: '14' },
  }),
  recordTopUp: () => ({ lenderId: world.lender, ...topUp }),
  creditTopUp: () => ({ lenderId: world.lender, ...topUp, reason }),
  reverseTopUp: () => ({ payment: world.topUp, reason }),
  stopWithdrawal: () => ({ id: world.held, note }),
  addStaff: () => ({ name: 'Wati', email: 'wati@contoh.example', rights: 'LOOK,WORK' }),
  inviteStaff: () => ({ name: 'Gone', reason }),
  setStaffRights: () => ({ name: 'Budi', rights: 'LOOK,WORK,DECIDE', reason }),
  takeStaffRights: () => ({ name: 'Gone', rights: 'WORK', reason }),
  setApprovalRules: () => ({ operation: 'creditTopUp', deciders: '1', hours: '48', reason }),
  setTaxYear: () => ({ year: '2025', closed: 'true', confirmed: 'true', reason }),
}
let [borrower, loanType] = ['', '']

/** Actions of which no form is filled here; each has its command's own tests, with the same input. */
const unfilled = [
  ...[
    'assignBorrowerPayment',
    'assignSuspense',
    'chargeWithdrawal',
    'changeHeirAccount',
    'creditFromStatement',
  ],
  ...[
    'disburseByLine',
    'enterWithdrawal',
    'matchToPayment',
    'matchToWithdrawal',
    'orderDisbursements',
    'payHeirs',
  ],
  ...[
    'payOutClearing',
    'publishBulkProduct',
    'resolveBankDifference',
    'resolveConflict',
    'returnBorrowerPayment',
  ],
  ...[
    'returnIdleCash',
    'returnSuspense',
    'returnWithdrawal',
    'returnedByBank',
    'reversePayout',
    'settleByLine',
  ],
  ...[
    'stopDisbursement',
    'suspendBorrowerPayment',
    'takeBackBank',
    'takeBackCash',
    'takeBackEstate',
    'takeBackLoan',
  ],
  ...['takeBankLineBack', 'lookAtBreakGlass'],
]

describe('CON-08 an action of the console', () => {
  beforeAll(async () => {
    const [row] = await many<{ number: string; type: string }>(
      fixture.context.db,
      'test.borrower',
      `select b.number, t.name as type from loan l join borrower b on b.id = l.borrower_id
         join loan_type t on t.id = l.loan_type_id where l.loan_number = $1`,
      [world.offered],
    )
    borrower = row?.number ?? ''
    loanType = row?.type ?? ''
  })

  test('has a form here, or is named as one that has none', async () => {
    const { byName } = await loadActions()
    expect([...Object.keys(forms), ...unfilled].toSorted()).toEqual([...byName.keys()].toSorted())
    expect(Object.keys(forms).length).toBeGreaterThanOrEqual(40)
  })

  test('declares a second pair if its command does, and says so while a rule asks for it', async () => {
    const { json } = await maya.get('/actions')
    const asking = json.actions.filter((one: { needsSecondPair: boolean }) => one.needsSecondPair)
    const { byName } = await loadActions()
    for (const { name } of json.actions) {
      const operation = byName.get(name)?.operation ?? ''
      expect([name, asking.some((one: { name: string }) => one.name === name)]).toEqual([
        name,
        secondPairOperations.includes(operation),
      ])
    }
    expect(asking.length).toBeGreaterThan(30)
  })

  test.each(Object.keys(forms))('%s is tried, and proposed or run', async (name) => {
    const input = forms[name]?.() ?? {}
    const tried = await maya.post('/actions/preview', { name, input })
    expect([tried.status, tried.json.message]).toEqual([200, undefined])
    expect(tried.json.lines.length).toBeGreaterThan(0)
    const { byName } = await loadActions()
    const needs = secondPairOperations.includes(byName.get(name)?.operation ?? '')
    expect(tried.json.deciders).toBe(needs ? 1 : 0)
    if (!needs && name === 'deleteDraft') return
    const headers = { 'idempotency-key': `action-${name}-1` }
    const asked = await maya.post('/actions/propose', { name, input }, { headers })
    expect([asked.status, asked.json.message]).toEqual([200, undefined])
    expect(asked.json.state).toBe(needs ? 'PROPOSED' : 'DONE')
    if (!needs) return
    const shown = await budi.get(`/approvals/page?number=${asked.json.number}`)
    expect(shown.json).toMatchObject({
      refusal: null,
      changed: [],
      state: 'WAITING',
      mayDecide: true,
      maker: 'Maya',
    })
    expect(shown.json.preview.lines).toEqual(tried.json.lines)
    expect(shown.json.input.length).toBeGreaterThan(0)
    const again = await maya.post('/actions/propose', { name, input }, { headers })
    expect(again.json).toMatchObject({ number: asked.json.number, isNew: false })
  })

  test('is refused with the field that is wrong, an unknown field, an unknown action, and by its command in words', async () => {
    const preview = (name: string, input: object) => maya.post('/actions/preview', { name, input })
    expect(
      (await preview('changeContact', { lenderId: world.lender, phone: '12', reason })).json,
    ).toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('Nomor telepon baru'),
    })
    expect((await preview('changeContact', { lenderId: world.lender })).json.message).toContain('Alasan')
    expect((await preview('suspendLender', { lenderId: '1', reason, other: 'x' })).status).toBe(400)
    expect((await preview('dropDatabase', {})).status).toBe(404)
    expect((await preview('endSessions', { lenderId: '1', reason })).json).toMatchObject({
      code: 'ACTION_REFUSED',
      message: 'Tidak ada Pemberi Dana 1.',
    })
    expect(
      (await preview('writeOffLoan', { loanNumber: 'TIDAK-ADA', writtenOffOn: world.day, reason })).json.code,
    ).toBe('LOAN_NOT_FOUND')
  })

  test('is not for who may only look or decide', async () => {
    const input = { lenderId: world.lender, reason }
    const headers = { 'idempotency-key': 'of-the-decider' }
    const tried = [
      await budi.post('/actions/preview', { name: 'suspendLender', input }),
      await budi.post('/actions/propose', { name: 'suspendLender', input }, { headers }),
    ]
    for (const { json } of tried) expect(json.code).toBe('STAFF_RIGHT_MISSING')
  })
})
