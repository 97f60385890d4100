import { formatDateTimeLong } from '@pematang/contract/format/date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withdrawalsFrom } from '../../lenders/index.ts'
import { goodPassword } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import {
  aWithdrawalScenario,
  type WithdrawalScenario,
  type Withdrawer,
} from '../../../testing/withdrawal-scenario.ts'

let scenario: WithdrawalScenario
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
})
afterAll(() => scenario.close())
afterEach(async () => {
  scenario.fixture.travel(undefined)
  expect(await scenario.fixture.books()).toEqual([])
})

const operator = (...args: string[]) => operatorOn(scenario.fixture)(['--json', ...args])
/** The account that a test lender has, as text. */
const accountOf = (lender: Withdrawer) => ({
  accountName: String(lender.body(1).accountName),
  accountNumber: String(lender.body(1).accountNumber),
  bankCode: String(lender.body(1).bankCode),
})
async function store(phone: string, account: ReturnType<typeof accountOf>, branch: string): Promise<void> {
  const { exit } = await operator(
    ...['lenders', 'bank-account', '--phone', phone, '--number', account.accountNumber],
    ...['--holder', account.accountName, '--code', account.bankCode],
    ...['--bank', 'Bank', '--branch', branch, '--method', '1'],
  )
  expect(exit).toBe(0)
}
async function moveAccount(lender: Withdrawer) {
  const account = { ...accountOf(lender), accountNumber: `66${lender.phone.slice(-8)}` }
  await store(lender.phone, account, 'Jakarta')
  return account
}
/** A new session, because a changed contact ends those that there are, as does the time that passes here. */
async function tokenOf(phone: string): Promise<string> {
  const { json } = await scenario.app.post('/auth/login', {
    phoneNumber: phone,
    password: goodPassword,
    type: 'lender',
  })
  return json.token
}
async function ask(phone: string, body: object, key = scenario.fixture.context.random.uuid()) {
  const token = await tokenOf(phone)
  const answer = await scenario.app.post('/withdrawals', body, { token, headers: { 'idempotency-key': key } })
  const profile = await scenario.app.get('/lender/profile', { token })
  return { ...answer, from: profile.json.withdrawalsFrom as string | null }
}

test('SEC-07 a withdrawal is refused for 24 hours after the bank account was changed, told with the time, and works then with the same key', async () => {
  const lender = await scenario.lender()
  const body = { ...lender.body(200_000), ...(await moveAccount(lender)) }
  const { status, json, from } = await ask(lender.phone, body, 'the-same-key')
  expect([status, json.code]).toEqual([403, 'WITHDRAWAL_WAITS'])
  expect(json.message).toContain(`mulai ${formatDateTimeLong(from ?? '')}.`)
  expect(await lender.cash()).toBe(1_000_000)
  scenario.fixture.travel('23 hours 59 minutes')
  expect((await ask(lender.phone, body)).json.code).toBe('WITHDRAWAL_WAITS')
  scenario.fixture.travel('24 hours 1 minute')
  const later = await ask(lender.phone, body, 'the-same-key')
  expect([later.status, later.from]).toEqual([200, null])
})

test.each(['--new-phone', '--new-email'])(
  'SEC-07 a withdrawal waits after a contact was changed by %s',
  async (option) => {
    const lender = await scenario.lender()
    const fresh = option === '--new-phone' ? `899${lender.phone.slice(-8)}` : `l${lender.phone}@baru.example`
    const done = await operator(
      ...['lenders', 'change-contact', '--phone', lender.phone, option, fresh, '--reason', 'asked'],
    )
    expect(done.exit).toBe(0)
    const phone = option === '--new-phone' ? fresh : lender.phone
    expect((await ask(phone, lender.body(200_000))).json.code).toBe('WITHDRAWAL_WAITS')
    scenario.fixture.travel('25 hours')
    expect((await ask(phone, lender.body(200_000))).status).toBe(200)
  },
)

test('SEC-07 a lender whose first account was just registered does not wait, nor after the same account was stored again', async () => {
  const lender = await scenario.lender()
  await store(lender.phone, accountOf(lender), 'Bogor')
  expect(await ask(lender.phone, lender.body(200_000))).toMatchObject({ status: 200, from: null })
})

test.each([
  [0, false],
  [1, true],
])('SEC-07 with WITHDRAWAL_WAIT_HOURS=%d a withdrawal waits after a change: %s', async (hours, waits) => {
  const { context } = scenario.fixture
  const lender = await scenario.lender()
  await moveAccount(lender)
  const config = { ...context.config, WITHDRAWAL_WAIT_HOURS: hours }
  const until = await withdrawalsFrom({ config }, context.db, lender.lenderId)
  expect(until !== null).toBe(waits)
})
