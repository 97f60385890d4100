import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditTopUp } from '../../deposit/index.ts'
import { one } from '../../../platform/db/database.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { operatorOn } from '../../../../testing/operator.ts'
import {
  aWithdrawalScenario,
  type Withdrawer,
  type WithdrawalScenario,
} from '../../../../testing/withdrawal-scenario.ts'
import { deadlineOf } from './layers.ts'

let scenario: WithdrawalScenario
let today: string
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
  const row = await one<{ today: string }>(
    scenario.fixture.context.db,
    'test.today',
    'select business_day(app_now())::text as today',
  )
  today = row.today
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})

let payments = 0
async function topUp({ lenderId }: Withdrawer, amount: number, daysAgo: number): Promise<void> {
  scenario.fixture.travel(`-${daysAgo} days`)
  payments += 1
  await perform(scenario.fixture.context, creditTopUp, {
    actor: { kind: 'operator', name: 'test' },
    input: { bank: 'BNI', paymentRequestId: `idle-${payments}`, lenderId, amount, reason: 'test' },
  })
  scenario.fixture.travel(undefined)
}

const layer = (daysAgo: number, amount: number) => {
  const arrivedOn = addDays(today, -daysAgo)
  const deadline = deadlineOf(arrivedOn, [])
  return { arrivedOn, amount, deadline, late: deadline < today }
}

test('WDR-05 idle cash ages from its day of arrival, and money held or spent is taken from the oldest', async () => {
  const lender = await scenario.lender({ cash: 0, bankCode: '009' })
  const idle = async () => (await lender.get('/lender/idle-cash')).json
  expect(await idle()).toEqual({ idleCash: 0, layers: [] })
  await topUp(lender, 300_000, 20)
  await topUp(lender, 50_000, 20)
  await topUp(lender, 200_000, 0)
  expect(await idle()).toEqual({ idleCash: 550_000, layers: [layer(20, 350_000), layer(0, 200_000)] })
  expect(layer(20, 1).late).toBe(true)
  const { id } = await lender.withdraw(150_000)
  expect(await idle()).toEqual({ idleCash: 400_000, layers: [layer(20, 200_000), layer(0, 200_000)] })
  await scenario.followAll()
  expect(scenario.bank.transfers.has(id.replaceAll('-', ''))).toBe(true)
  expect((await idle()).idleCash).toBe(400_000)
  await lender.withdraw(250_000)
  expect(await idle()).toEqual({ idleCash: 150_000, layers: [layer(0, 150_000)] })
  scenario.bank.trouble = () => 'refuse'
  await scenario.followAll()
  expect((await idle()).idleCash).toBe(400_000)
})

test('WDR-05 the operator’s report lists all idle cash, and exits with 1 when some is overdue', async () => {
  const operator = operatorOn(scenario.fixture)
  const fresh = await scenario.lender({ cash: 70_000 })
  const result = await operator(['--json', 'lenders', 'idle-cash'])
  expect(result.exit).toBe(1)
  expect(result.json).toMatchObject({ idle: 470_000, late: 200_000, lenders: 2 })
  const mine = result.json.accounts.find((one: { phone: string }) => one.phone === fresh.phone)
  expect(mine).toMatchObject({ idleCash: 70_000, layers: [layer(0, 70_000)] })
  const late = await operator(['lenders', 'idle-cash', '--late'])
  expect(late.out).toContain(`200000 sejak ${addDays(today, -20)}`)
  expect(late.out).toContain('LEWAT')
  expect(late.out).not.toContain(fresh.phone)
})
