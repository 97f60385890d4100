import { afterAll, beforeAll, expect, test } from 'vitest'
import { perform } from '../platform/mutation.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../testing/http.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { assignVirtualAccount, endVirtualAccount, keepInstitution } from './index.ts'

let world: World
let app: TestApp
const operator = { kind: 'operator', name: 'test' } as const
beforeAll(async () => {
  world = await makeWorld()
  app = await startApp(world)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

async function aCompany(): Promise<LoggedIn> {
  const lender = await logIn(world, app, { userTypeId: 3 })
  const input = {
    lenderId: lender.lenderId,
    companyName: 'PT Lumbung Contoh',
    companyEmail: 'kas@lumbung.example',
    picFullName: 'Sri Lestari',
    picPhone: '81200000001',
  }
  await perform(world.context, keepInstitution, { actor: operator, input })
  return lender
}

const assign = (lenderId: number, number: string, methodPayment: 1 | 2, bank: string) =>
  perform(world.context, assignVirtualAccount, {
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

test('PRO-01 NAV-08 a company without a virtual account has its profile and no accountType', async () => {
  const { status, json } = await (await aCompany()).get('/lender/institution')
  expect([status, json]).toEqual([
    200,
    { ...company, accountType: null, dataAccountBalance: null, dataAccountBalanceIM: null },
  ])
})

test('ROL-01 NAV-08 with virtual accounts it has an accountType and both blocks, until one is ended', async () => {
  const lender = await aCompany()
  const other = await aCompany()
  await assign(lender.lenderId, '988000012345678', 1, 'BNI')
  await assign(lender.lenderId, '700000087654321', 2, 'BCA')
  const bni = {
    vaBankCode: '009',
    vaName: 'PT Lumbung Contoh',
    vaNumber: '988000012345678',
    vaBank: 'BNI',
    methodPayment: 1,
  }
  const second = { ...bni, vaBankCode: '014', vaNumber: '700000087654321', vaBank: 'BCA', methodPayment: 2 }
  expect((await lender.get('/lender/institution')).json).toEqual({
    ...company,
    accountType: 'VIRTUAL_ACCOUNT',
    dataAccountBalance: bni,
    dataAccountBalanceIM: second,
  })
  expect((await other.get('/lender/institution')).json.accountType).toBeNull()

  const input = { lenderId: lender.lenderId, number: '988000012345678' }
  await perform(world.context, endVirtualAccount, { actor: operator, input })
  expect((await lender.get('/lender/institution')).json).toMatchObject({
    accountType: 'VIRTUAL_ACCOUNT',
    dataAccountBalance: null,
    dataAccountBalanceIM: second,
  })
})

test('ROL-01 an individual has no such profile', async () => {
  const { status, json } = await (await logIn(world, app)).get('/lender/institution')
  expect([status, json.code]).toEqual([404, 'INSTITUTION_NOT_FOUND'])
})
