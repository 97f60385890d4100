import type { Requirement } from '@pematang/contract/reports/insight/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { aClass, anIdentity, incomeAlone, limitsInForce } from '../../../testing/limits.ts'
import { aMandate, chooseSigner } from '../../../testing/mandates.ts'
import { aLoan, passwordGiven } from '../../../testing/people.ts'
import { usualTerms } from '../../../testing/auto-rounds.ts'
import { aWithdrawalScenario, type WithdrawalScenario } from '../../../testing/withdrawal-scenario.ts'
import type { Context } from '../../context.ts'
import { createStrategy } from '../../funding/testing.ts'
import { assignVirtualAccount } from '../../lenders/index.ts'
import { storeBankAccount, storeInstitution, storeTaxStatus } from '../../lenders/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { one, run } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'

const million = 1_000_000
const actor = { kind: 'operator', name: 'test' } as const

let scenario: WithdrawalScenario
let context: Context
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
  context = scenario.fixture.context
  await limitsInForce(context, incomeAlone)
})
afterEach(async () => {
  scenario.fixture.travel(undefined)
  expect(await scenario.fixture.books()).toEqual([])
})
afterAll(() => scenario.close())

const listOf = async (lender: LoggedIn): Promise<Requirement[]> =>
  (await lender.get('/lender/requirements')).json.list

/** The codes with which the commands refuse this lender; null where they do not. */
async function refusalsOf(lender: LoggedIn) {
  const { lenderId } = lender
  const { loanNumber } = await aLoan(context)
  const amount = million
  const codeOf = ({ status, json }: { status: number; json: { code: string } }) =>
    status === 200 ? null : json.code
  const agreement = await lender.post('/funding/agreement', { loanNumber, lenderUserId: lenderId, amount })
  const selection = await lender.post('/funding/selection/check', { loans: [{ loanNumber, amount }] })
  await offerBulk(context, lenderId)
  const bulk = await submitProduct(context, lenderId, await aProduct(context, [million])).then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
  const withdrawal = await lender.pay('/withdrawals', {
    ...account,
    amount: 100_000,
    password: 'Sawah-Terasering-7',
    reason: 'Kebutuhan pribadi',
  })
  const { accountType } = (await lender.get('/lender/profile')).json
  return {
    funding: [codeOf(agreement), bulk],
    selection: codeOf(selection),
    withdrawal: codeOf(withdrawal),
    deposit: accountType !== null,
  }
}

const account = {
  accountName: 'Budi',
  accountNumber: '7700000001',
  bankCode: '014',
  methodPayment: 1,
} as const

const register = {
  lenderClass: ({ lenderId }: LoggedIn, corporate: boolean) =>
    aClass(context, lenderId, {
      kind: corporate ? 'COMPANY' : 'INDIVIDUAL',
      yearlyIncome: corporate ? null : 900 * million,
    }),
  bankAccount: ({ lenderId }: LoggedIn) =>
    perform(context, storeBankAccount, {
      actor,
      input: { lenderId, ...account, bankBranch: 'Jakarta', bankName: 'Bank' },
    }),
  virtualAccount: ({ lenderId }: LoggedIn) =>
    perform(context, assignVirtualAccount, {
      actor,
      input: {
        lenderId,
        number: `98800${String((numbers += 1)).padStart(10, '0')}`,
        methodPayment: 1,
        bankCode: '009',
        bankName: 'BNI',
        accountName: 'Budi',
      },
    }),
}

let numbers = 0

type Part = keyof typeof register

/** A lender whose account has everything but these parts. */
async function lenderWithout(parts: readonly Part[], userTypeId: 1 | 3 = 1): Promise<LoggedIn> {
  const lender = await logIn(scenario.fixture, scenario.app, { cash: 20 * million, userTypeId })
  for (const [part, enter] of Object.entries(register))
    if (!parts.some((one) => one === part)) await enter(lender, userTypeId === 3)
  return lender
}

const none = { funding: [null, null], selection: null, withdrawal: null, deposit: true }
const noClass = 'LENDER_CLASS_MISSING'

test.each<[string, Part[], Partial<typeof none> | object, string[]]>([
  ['nothing', [], {}, []],
  ['a lender class', ['lenderClass'], { funding: [noClass, noClass], selection: noClass }, ['LENDER_CLASS']],
  ['a bank account', ['bankAccount'], { withdrawal: 'WITHDRAWAL_ACCOUNT_MISSING' }, ['BANK_ACCOUNT']],
  ['a virtual account', ['virtualAccount'], { deposit: false }, ['VIRTUAL_ACCOUNT']],
  [
    'all of it',
    ['lenderClass', 'bankAccount', 'virtualAccount'],
    {
      funding: [noClass, noClass],
      selection: noClass,
      withdrawal: 'WITHDRAWAL_ACCOUNT_MISSING',
      deposit: false,
    },
    ['LENDER_CLASS', 'BANK_ACCOUNT', 'VIRTUAL_ACCOUNT'],
  ],
])(
  'SCN-07 an account that lacks %s is told so, and the commands refuse exactly that',
  async (_, parts, refused, names) => {
    const lender = await lenderWithout(parts)
    const list = await listOf(lender)
    expect(list.map(({ name }) => name)).toEqual(names)
    const answers = await refusalsOf(lender)
    expect(answers).toEqual({ ...none, ...refused })
    const codes = (bar: Requirement['bars'][number]) =>
      list.flatMap(({ bars, code }) => (bars.includes(bar) ? [code] : []))[0] ?? null
    expect([codes('FUNDING'), codes('WITHDRAWAL')]).toEqual([answers.selection, answers.withdrawal])
  },
)

test('SCN-07 LIM-08 once limits ask for it, age or marriage and the identity check are told as missing, and the commands refuse by the first', async () => {
  const lender = await lenderWithout([])
  const { lenderId } = lender
  await limitsInForce(context, { ...incomeAlone, asksIdentity: true })
  const named = async () => (await listOf(lender)).map(({ name, state, code }) => [name, state, code])
  expect(await named()).toEqual([
    ['AGE', 'MISSING', 'AGE_MISSING'],
    ['IDENTITY_CHECK', 'MISSING', 'IDENTITY_UNCHECKED'],
  ])
  expect(await refusalsOf(lender)).toEqual({
    ...none,
    funding: ['AGE_MISSING', 'AGE_MISSING'],
    selection: 'AGE_MISSING',
  })
  await anIdentity(context, lenderId, '2015-01-01')
  expect(await named()).toEqual([['AGE', 'UNMET', 'AGE_TOO_LOW']])
  await anIdentity(context, lenderId)
  expect(await listOf(lender)).toEqual([])
  expect(await refusalsOf(lender)).toEqual(none)
  await limitsInForce(context, { ...incomeAlone })
})

test('SCN-07 expired evidence and a company without a person in charge are told, and the commands refuse them', async () => {
  const individual = await lenderWithout(['lenderClass'])
  scenario.fixture.travel('-1 day')
  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  await aClass(context, individual.lenderId, {
    kind: 'INDIVIDUAL',
    yearlyIncome: 900 * million,
    validUntil: today,
  })
  scenario.fixture.travel(undefined)
  const code = 'INCOME_EVIDENCE_EXPIRED'
  expect(await listOf(individual)).toMatchObject([{ name: 'LENDER_CLASS', state: 'EXPIRED', code }])
  expect(await refusalsOf(individual)).toEqual({ ...none, funding: [code, code], selection: code })

  const company = await lenderWithout([], 3)
  const pic = 'update lender_institution set pic_full_name = company_name where lender_id = $1'
  await run(context.db, 'test.pic', pic, [company.lenderId])
  const noPic = 'COMPANY_PIC_MISSING'
  expect(await listOf(company)).toMatchObject([{ name: 'PERSON_IN_CHARGE', code: noPic, bars: ['FUNDING'] }])
  expect(await refusalsOf(company)).toEqual({ ...none, funding: [noPic, noPic] })
  await perform(context, storeInstitution, {
    actor,
    input: {
      lenderId: company.lenderId,
      companyName: 'PT Sawah',
      companyEmail: 'kas@sawah.example',
      picFullName: 'Sri Lestari',
      picPhone: '81200000001',
    },
  })
  expect(await listOf(company)).toEqual([])
})

test('SCN-07 a missing tax number bars nothing and disappears with the status', async () => {
  const lender = await lenderWithout([])
  const keep = (status: 'NO_TAX_NUMBER' | 'DOMESTIC') =>
    perform(context, storeTaxStatus, { actor, input: { lenderId: lender.lenderId, status } })
  await keep('NO_TAX_NUMBER')
  expect(await listOf(lender)).toMatchObject([{ name: 'TAX_NUMBER', bars: [] }])
  expect(await refusalsOf(lender)).toEqual(none)
  await keep('DOMESTIC')
  expect(await listOf(lender)).toEqual([])
})

test('SCN-07 a mandate is missing only while a strategy is active without one', async () => {
  const lender = await lenderWithout([])
  const { lenderId } = lender
  await perform(context, createStrategy, {
    actor: { kind: 'lender', lenderId, ...(await passwordGiven(context, lenderId)) },
    input: usualTerms,
  })
  const bars = ['AUTO_FUNDING']
  await chooseSigner(context, lenderId, 'PRIVY')
  expect(await listOf(lender)).toMatchObject([{ name: 'MANDATE', code: 'MANDATE_PROVIDER', bars }])
  const ceilings = { largestPerLoan: million, totalBudget: 5 * million }
  expect((await lender.post('/mandate/text', ceilings)).json.code).toBe('MANDATE_PROVIDER')
  await chooseSigner(context, lenderId, 'XIGNATURE')
  expect(await listOf(lender)).toMatchObject([{ name: 'MANDATE', code: 'MANDATE_MISSING', bars }])
  expect((await lender.get('/mandate')).json.inForce).toBeNull()
  await aMandate(context, lenderId)
  expect(await listOf(lender)).toEqual([])
})
