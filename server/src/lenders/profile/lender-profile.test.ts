import { afterAll, beforeAll, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { aBank } from '../../cash/testing.ts'
import { logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { assignVirtualAccount, endVirtualAccount, storeBankAccount } from './index.ts'

let fixture: Fixture
let app: TestApp
const actor = { kind: 'operator', name: 'test' } as const
beforeAll(async () => {
  fixture = await makeFixture({ overrides: { banks: [aBank(1).bank, aBank(2).bank] } })
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const noAccounts = {
  accountType: null,
  dataAccountBalance: null,
  dataAccountBalanceIM: null,
  withdrawalsFrom: null,
}

test('DOOR-10 the lender profile equals the user in the response of the login without its token', async () => {
  for (const userTypeId of [1, 3] as const) {
    const lender = await logIn(fixture, app, { userTypeId })
    const { token, ...facts } = lender.user
    const { status, json } = await lender.get('/lender/profile')
    expect([status, json]).toEqual([200, { ...facts, ...noAccounts }])
    expect(JSON.stringify(json)).not.toContain(token)
  }
})

test('DOOR-10 the lender profile is that of the session’s lender, and refused without a session', async () => {
  const [lender, other] = [await logIn(fixture, app), await logIn(fixture, app)]
  expect((await lender.get('/lender/profile')).json.phoneNumber).toBe(lender.phone)
  expect((await other.get('/lender/profile')).json.phoneNumber).toBe(other.phone)
  expect((await app.get('/lender/profile')).status).toBe(401)
})

test('DOOR-10 the lender profile shows a bank account registered after the login at once', async () => {
  const lender = await logIn(fixture, app)
  const bank = { accountName: 'Sri Lestari', accountNumber: '0123456789', bankBranch: 'Medan' }
  const at = { bankCode: '014', bankName: 'BCA', methodPayment: 2 } as const
  const input = { lenderId: lender.lenderId, ...bank, ...at }
  await perform(fixture.context, storeBankAccount, { actor, input })
  expect((await lender.get('/lender/profile')).json.bankInformation).toEqual({
    bankAccountPayroll: 'Sri Lestari',
    bankAccount: '0123456789',
    bankBranch: 'Medan',
    ...at,
    bankUrlImage: null,
  })
})

test('SCR-14 the lender profile shows the virtual account of an individual until it is closed', async () => {
  const lender = await logIn(fixture, app)
  const account = { number: '988000055511122', bankCode: '009', bankName: 'BNI', accountName: 'Sri Lestari' }
  const input = { lenderId: lender.lenderId, methodPayment: 1 as const, ...account }
  await perform(fixture.context, assignVirtualAccount, { actor, input })
  expect((await lender.get('/lender/profile')).json).toMatchObject({
    accountType: 'VIRTUAL_ACCOUNT',
    dataAccountBalance: { vaNumber: account.number, vaName: 'Sri Lestari', vaBank: 'BNI', methodPayment: 1 },
    dataAccountBalanceIM: null,
  })
  const ended = { lenderId: lender.lenderId, number: account.number }
  await perform(fixture.context, endVirtualAccount, { actor, input: ended })
  expect((await lender.get('/lender/profile')).json).toMatchObject(noAccounts)
})
