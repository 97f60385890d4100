import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditTopUp } from '../../deposit/credit-top-up.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/mutation.ts'
import { addDays } from '../../servicing/schedule/index.ts'
import { operatorOn } from '../../testing/operator.ts'
import { aWithdrawalStage, type Withdrawer, type WithdrawalStage } from '../testing/stage.ts'
import { deadlineOf } from './layers.ts'

let stage: WithdrawalStage
let today: string
beforeAll(async () => {
  stage = await aWithdrawalStage()
  const row = await one<{ today: string }>(
    stage.world.context.db,
    'test.today',
    'select business_day(app_now())::text as today',
  )
  today = row.today
})
afterAll(async () => {
  expect(await stage.world.books()).toEqual([])
  await stage.close()
})

let payments = 0
async function topUp({ lenderId }: Withdrawer, amount: number, daysAgo: number): Promise<void> {
  stage.world.travel(`-${daysAgo} days`)
  payments += 1
  await perform(stage.world.context, creditTopUp, {
    actor: { kind: 'operator', name: 'test' },
    input: { bank: 'BNI', paymentRequestId: `idle-${payments}`, lenderId, amount },
  })
  stage.world.travel(undefined)
}

const layer = (daysAgo: number, amount: number) => {
  const arrivedOn = addDays(today, -daysAgo)
  const deadline = deadlineOf(arrivedOn, [])
  return { arrivedOn, amount, deadline, late: deadline < today }
}

test('WDR-05 idle cash has its clock by the day it came in; what is held or gone was the oldest', async () => {
  const lender = await stage.lender({ cash: 0, bankCode: '009' })
  const idle = async () => (await lender.get('/lender/idle-cash')).json
  expect(await idle()).toEqual({ idleCash: 0, layers: [] })
  await topUp(lender, 300_000, 20)
  await topUp(lender, 50_000, 20)
  await topUp(lender, 200_000, 0)
  expect(await idle()).toEqual({ idleCash: 550_000, layers: [layer(20, 350_000), layer(0, 200_000)] })
  expect(layer(20, 1).late).toBe(true)
  const { id } = await lender.withdraw(150_000)
  expect(await idle()).toEqual({ idleCash: 400_000, layers: [layer(20, 200_000), layer(0, 200_000)] })
  await stage.followAll()
  expect(stage.bank.transfers.has(id.replaceAll('-', ''))).toBe(true)
  expect((await idle()).idleCash).toBe(400_000)
  await lender.withdraw(250_000)
  expect(await idle()).toEqual({ idleCash: 150_000, layers: [layer(0, 150_000)] })
  stage.bank.trouble = () => 'refuse'
  await stage.followAll()
  expect((await idle()).idleCash).toBe(400_000)
})

test('WDR-05 the operator’s report names all of it, and ends with 1 where some is late', async () => {
  const operator = operatorOn(stage.world)
  const fresh = await stage.lender({ cash: 70_000 })
  const told = await operator(['--json', 'lenders', 'idle-cash'])
  expect(told.exit).toBe(1)
  expect(told.json).toMatchObject({ idle: 470_000, late: 200_000, lenders: 2 })
  const mine = told.json.pockets.find((one: { phone: string }) => one.phone === fresh.phone)
  expect(mine).toMatchObject({ idleCash: 70_000, layers: [layer(0, 70_000)] })
  const late = await operator(['lenders', 'idle-cash', '--late'])
  expect(late.out).toContain(`200000 since ${addDays(today, -20)}`)
  expect(late.out).toContain('LATE')
  expect(late.out).not.toContain(fresh.phone)
})
