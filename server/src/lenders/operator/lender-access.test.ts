import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { recordRepayment } from '../../loans/testing.ts'
import { makeAccountFixture, type AccountFixture } from '../../../testing/account.ts'
import { goodPassword, type LoggedIn, logIn } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender, aLoan, anAgreement, fund, reserveFunding, signFunding } from '../../../testing/people.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'

let fixture: AccountFixture
let operator: ReturnType<typeof operatorOn>
beforeAll(async () => {
  fixture = await makeAccountFixture()
  operator = operatorOn(fixture)
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const lenders = (use: string, phone: string, ...more: string[]) =>
  operator(['--json', 'lenders', use, '--phone', phone, '--reason', 'as asked', ...more])
const logInAgain = (phone: string, password = goodPassword) =>
  fixture.app.post('/auth/login', { phoneNumber: phone, password, type: 'lender' })
const notices = async (lenderId: number) =>
  (
    await many<{ kind: string }>(
      fixture.context.db,
      'test.notices',
      'select kind from notice where lender_id = $1 order by id',
      [lenderId],
    )
  ).map(({ kind }) => kind)
const isInside = async (lender: LoggedIn) => (await lender.get('/lender/summary')).status !== 401

describe('FIX-18 suspending a lender', () => {
  test('a suspended lender is logged out and cannot log in or fund until reactivated, but their loans continue', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 900_000 })
    const { lenderId, phone } = lender
    const loan = await aLoan(fixture.context, { totalLoan: 1_000_000 })
    const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 400_000 })
    await anAgreement(fixture.context, { lenderId, loanNumber: loan.loanNumber, amount: 300_000 })
    expect((await lenders('suspend', phone, '--dry-run')).json).toMatchObject({ changed: true, dryRun: true })
    expect(await isInside(lender)).toBe(true)

    expect((await lenders('suspend', phone)).json).toEqual({ lenderId, changed: true, sessionsEnded: 1 })
    expect((await lenders('suspend', phone)).json).toMatchObject({ changed: false })
    expect(await isInside(lender)).toBe(false)
    const refused = await logInAgain(phone)
    expect([refused.status, refused.json.code]).toEqual([403, 'LENDER_SUSPENDED'])
    expect(refused.json.message).toBe('Akun Anda sedang ditangguhkan. Silakan hubungi kami.')
    expect((await logInAgain(phone, 'Wrong-Password-1')).json.code).toBe('PASSWORD_WRONG')
    // Simulates a request that was authenticated before the suspension: the command itself refuses it.
    await expect(
      fund(fixture.context, { lenderId, loanId: loan.loanId, amount: 300_000 }),
    ).rejects.toMatchObject({
      code: 'LENDER_SUSPENDED',
    })
    await signFunding(fixture.context, fundingId)
    const { state } = await one<{ state: string }>(
      fixture.context.db,
      'test.funding',
      'select state from funding where id = $1',
      [fundingId],
    )
    expect(state).toBe('SETTLED')
    expect(
      (await operator(['--json', 'lenders', 'list', '--state', 'SUSPENDED'])).json.lenders,
    ).toMatchObject([{ lenderId, state: 'SUSPENDED' }])

    expect((await lenders('reactivate', phone)).json).toMatchObject({ changed: true })
    expect((await logInAgain(phone)).status).toBe(200)
    await fund(fixture.context, { lenderId, loanId: loan.loanId, amount: 300_000 })
    expect(await notices(lenderId)).toEqual(['LENDER_SUSPENDED', 'LENDER_REACTIVATED', 'NEW_DEVICE'])
  })

  test('fundings concurrent with the suspension of their lender either commit before it or are refused', async () => {
    const { context } = fixture
    const { lenderId, phone } = await aLender(context, { cash: 10_000_000 })
    const loan = await aLoan(context, { totalLoan: 10_000_000 })
    const amounts = Array.from({ length: 12 }, (_, place) => 100_000 + place)
    for (const amount of amounts)
      await anAgreement(context, { lenderId, loanNumber: loan.loanNumber, amount })
    const ends = await Promise.all([
      lenders('suspend', phone).then(() => 'suspended'),
      ...amounts.map((amount) =>
        fund(context, { lenderId, loanId: loan.loanId, amount }).then(
          () => 'funded',
          ({ code }: { code: string }) => code,
        ),
      ),
    ])
    expect(new Set(ends.slice(1)).difference(new Set(['funded', 'LENDER_SUSPENDED']))).toEqual(new Set())
    await expect(
      fund(context, { lenderId, loanId: loan.loanId, amount: amounts[0] ?? 0 }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/LENDER_SUSPENDED|AGREEMENT_REQUIRED/) })
  })
})

describe('FIX-18 an account', () => {
  test('the account of a lender can be closed only without cash, holds and unfinished fundings', async () => {
    const { context } = fixture
    const loan = await aDisbursedLoan(context, [500_000], {
      ...{ interestType: 'FLAT', interest: '0.12', tenor: 2, tenorPeriod: 'MONTH' },
      disbursedOn: '2026-01-31',
    })
    const lenderId = loan.fundings[0]?.lenderId
    const { phone } = await one<{ phone: string }>(
      context.db,
      'test.phone',
      'select phone from lender where id = $1',
      [lenderId],
    )
    const running = await lenders('close', phone)
    expect([running.exit, running.json.error]).toEqual([
      2,
      expect.stringContaining('1 pendanaan yang belum berakhir'),
    ])
    await perform(context, recordRepayment, {
      actor: { kind: 'operator', name: 'test' },
      input: { loanNumber: loan.loanNumber, reference: 'CLOSE-1', paidOn: '2026-02-28', amount: 510_000 },
    })
    expect((await lenders('close', phone)).json.error).toMatch(
      /dana \d+ rupiah, 0 di antaranya dicadangkan, 0 pendanaan/,
    )

    const empty = await logIn(fixture, fixture.app)
    expect((await lenders('close', empty.phone)).json).toMatchObject({ changed: true, sessionsEnded: 1 })
    expect(await isInside(empty)).toBe(false)
    expect((await logInAgain(empty.phone)).json.code).toBe('LENDER_CLOSED')
    expect((await lenders('suspend', empty.phone)).exit).toBe(2)
    expect((await lenders('change-contact', empty.phone, '--new-email', 'x@contoh.example')).exit).toBe(2)
    expect((await lenders('reactivate', empty.phone)).json).toMatchObject({ changed: true })
    expect((await logInAgain(empty.phone)).status).toBe(200)
  })

  test('changing a lender’s phone number ends the sessions and invalidates the old number and its codes', async () => {
    const lender = await logIn(fixture, fixture.app)
    const taken = await aLender(fixture.context)
    const fresh = '88800000001'
    const otp = await fixture.app.post('/auth/otp', { recipient: lender.phone, purpose: 1, vendor: 1 })
    expect(otp.status).toBe(200)
    expect((await lenders('change-contact', lender.phone)).exit).toBe(2)
    expect((await lenders('change-contact', lender.phone, '--new-phone', taken.phone)).json.error).toMatch(
      /sudah terdaftar/,
    )
    expect(await isInside(lender)).toBe(true)
    const result = await lenders('change-contact', lender.phone, '--new-phone', fresh)
    expect(result.json).toEqual({ lenderId: lender.lenderId, phone: true, email: false, sessionsEnded: 1 })
    expect(await isInside(lender)).toBe(false)
    expect((await logInAgain(lender.phone)).json.code).toBe('PHONE_UNREGISTERED')
    expect((await logInAgain(fresh)).status).toBe(200)
    const { live } = await one<{ live: number }>(
      fixture.context.db,
      'test.codes',
      'select count(*) as live from otp where lender_id = $1 and expires_at > app_now()',
      [lender.lenderId],
    )
    expect(live).toBe(0)
    expect(await notices(lender.lenderId)).toEqual(['CONTACT_CHANGED', 'NEW_DEVICE'])
    const { events } = (await operator(['--json', 'audit', 'search', '--operation', 'changeContact'])).json
    expect(JSON.stringify(events)).not.toContain(fresh)
  })

  test('changing a lender’s e-mail address stores it, and ends the sessions on request', async () => {
    const lender = await logIn(fixture, fixture.app)
    const result = await lenders('change-contact', lender.phone, '--new-email', 'baru@contoh.example')
    expect(result.json).toMatchObject({ email: true, phone: false, sessionsEnded: 1 })
    const again = await logInAgain(lender.phone)
    expect(again.json.email).toBe('baru@contoh.example')
    expect((await lenders('end-sessions', lender.phone)).json).toMatchObject({ sessionsEnded: 1 })
    const { list } = (
      await fixture.app.get('/notices', { token: (await logInAgain(lender.phone)).json.token })
    ).json
    expect(list[0]).toMatchObject({ title: 'Data akun diubah', tone: 'warning' })
    expect(list[0].message).toContain('alamat email')
  })
})

describe('DOOR-04 the sessions of a lender on the command line', () => {
  const sessions = async (phone: string) =>
    (await operator(['--json', 'lenders', 'sessions', '--phone', phone])).json.sessions

  test('DOOR-04 the operator can list the sessions of a lender without tokens, and end one by its id', async () => {
    const lender = await logIn(fixture, fixture.app)
    const again = (await logInAgain(lender.phone)).json.token as string
    const [newest, first] = await sessions(lender.phone)
    expect(newest).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device: 'unknown device',
      lastUsed: expect.any(String),
      since: expect.any(String),
      endsAt: expect.any(String),
    })
    expect((await lenders('end-sessions', lender.phone, '--session', first.id)).json).toMatchObject({
      sessionsEnded: 1,
    })
    expect(await isInside(lender)).toBe(false)
    expect((await fixture.app.get('/lender/summary', { token: again })).status).toBe(200)
    const twice = await lenders('end-sessions', lender.phone, '--session', first.id)
    expect([twice.exit, twice.json.error]).toEqual([2, expect.stringContaining('tidak memiliki sesi')])
    expect(await sessions(lender.phone)).toEqual([newest])
  })

  test('DOOR-04 suspending a lender ends the sessions and blocks the login until the lender is reactivated', async () => {
    const lender = await logIn(fixture, fixture.app)
    expect((await lenders('suspend', lender.phone)).json).toMatchObject({ changed: true, sessionsEnded: 1 })
    expect(await sessions(lender.phone)).toEqual([])
    expect((await logInAgain(lender.phone)).json.code).toBe('LENDER_SUSPENDED')
    expect((await lenders('reactivate', lender.phone)).json).toMatchObject({ changed: true })
    expect((await logInAgain(lender.phone)).status).toBe(200)
  })
})

describe('DOOR-04 the registered bank account', () => {
  const keep = (phone: string, number: string, holder = 'Sri Lestari', branch = 'Jakarta') =>
    operator([
      ...['--json', 'lenders', 'bank-account', '--phone', phone, '--number', number, '--holder', holder],
      ...['--code', '009', '--bank', 'BNI', '--branch', branch, '--method', '1'],
    ])

  test('DOOR-04 a lender is notified of the first registered bank account and of each change, not when the same is stored again', async () => {
    const { lenderId, phone } = await aLender(fixture.context)
    for (const number of ['0123456789', '0123456789']) await keep(phone, number)
    await keep(phone, '0123456789', 'Sri Lestari', 'Bandung')
    expect(await notices(lenderId)).toEqual(['BANK_ACCOUNT_CHANGED'])
    await keep(phone, '9876504321')
    await keep(phone, '9876504321', 'Orang Lain')
    expect(await notices(lenderId)).toEqual(Array.from({ length: 3 }, () => 'BANK_ACCOUNT_CHANGED'))
  })

  test('DOOR-04 the notification of a changed bank account shows only the bank and the last digits', async () => {
    const lender = await logIn(fixture, fixture.app)
    await keep(lender.phone, '0123456789')
    await keep(lender.phone, '9876504321')
    const { list } = (await lender.get('/notices')).json
    expect(list).toMatchObject([
      {
        tone: 'warning',
        title: 'Rekening terdaftar diubah',
        message: expect.stringContaining('rekening BNI berakhiran 4321'),
      },
      { tone: 'info', title: 'Rekening Anda terdaftar' },
    ])
    expect(JSON.stringify(list)).not.toContain('9876504321')
  })

  test('DOOR-04 a change of the registered bank account sends no notification in a dry run', async () => {
    const { lenderId, phone } = await aLender(fixture.context)
    await keep(phone, '0123456789')
    await operator([
      ...['--json', 'lenders', 'bank-account', '--phone', phone, '--number', '9876504321', '--dry-run'],
      ...[
        '--holder',
        'Sri Lestari',
        '--code',
        '009',
        '--bank',
        'BNI',
        '--branch',
        'Jakarta',
        '--method',
        '1',
      ],
    ])
    expect(await notices(lenderId)).toEqual(['BANK_ACCOUNT_CHANGED'])
  })
})
