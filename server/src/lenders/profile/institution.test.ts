import { afterAll, beforeAll, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aBank } from '../../cash/testing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { assignVirtualAccount, endVirtualAccount, storeInstitution } from './index.ts'

let fixture: Fixture
let app: TestApp
const operator = { kind: 'operator', name: 'test' } as const
beforeAll(async () => {
  fixture = await makeFixture({ overrides: { banks: [aBank(1).bank, aBank(2).bank] } })
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

async function aCompany(): Promise<LoggedIn> {
  const lender = await logIn(fixture, app, { userTypeId: 3 })
  const input = {
    lenderId: lender.lenderId,
    companyName: 'PT Lumbung Contoh',
    companyEmail: 'kas@lumbung.example',
    picFullName: 'Sri Lestari',
    picPhone: '81200000001',
  }
  await perform(fixture.context, storeInstitution, { actor: operator, input })
  return lender
}

const assign = (lenderId: number, number: string, methodPayment: 1 | 2, bank: string) =>
  perform(fixture.context, assignVirtualAccount, {
    actor: operator,
    input: {
      lenderId,
      number,
      methodPayment,
      bankCode: methodPayment === 1 ? '009' : '014',
      bankName: bank,
      accountName: 'PT Lumbung Contoh',
    },
  })

const company = {
  companyName: 'PT Lumbung Contoh',
  companyEmail: 'kas@lumbung.example',
  picFullname: 'Sri Lestari',
  phoneNumberPic: '81200000001',
}

test('PRO-01 NAV-08 the institution profile has no accountType when there is no virtual account', async () => {
  const { status, json } = await (await aCompany()).get('/lender/institution')
  expect([status, json]).toEqual([
    200,
    { ...company, accountType: null, dataAccountBalance: null, dataAccountBalanceIM: null },
  ])
})

test('ROL-01 NAV-08 the institution profile has accountType and both virtual accounts until one of them is closed', async () => {
  const lender = await aCompany()
  const other = await aCompany()
  await assign(lender.lenderId, '988000012345678', 1, 'BNI')
  await assign(lender.lenderId, '777000087654321', 2, 'BCA')
  const bni = {
    vaBankCode: '009',
    vaName: 'PT Lumbung Contoh',
    vaNumber: '988000012345678',
    vaBank: 'BNI',
    methodPayment: 1,
  }
  const second = { ...bni, vaBankCode: '014', vaNumber: '777000087654321', vaBank: 'BCA', methodPayment: 2 }
  expect((await lender.get('/lender/institution')).json).toEqual({
    ...company,
    accountType: 'VIRTUAL_ACCOUNT',
    dataAccountBalance: bni,
    dataAccountBalanceIM: second,
  })
  expect((await other.get('/lender/institution')).json.accountType).toBeNull()

  const input = { lenderId: lender.lenderId, number: '988000012345678' }
  await perform(fixture.context, endVirtualAccount, { actor: operator, input })
  expect((await lender.get('/lender/institution')).json).toMatchObject({
    accountType: 'VIRTUAL_ACCOUNT',
    dataAccountBalance: null,
    dataAccountBalanceIM: second,
  })
})

test('ROL-01 an individual has no institution profile', async () => {
  const { status, json } = await (await logIn(fixture, app)).get('/lender/institution')
  expect([status, json.code]).toEqual([404, 'INSTITUTION_NOT_FOUND'])
})
