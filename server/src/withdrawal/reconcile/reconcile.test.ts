import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { addDays } from '../../servicing/schedule/index.ts'
import { operatorOn } from '../../testing/operator.ts'
import { Metrics } from '../../platform/metrics/metrics.ts'
import { referenceOf } from '../follow.ts'
import { watchWithdrawals } from '../metrics.ts'
import { aWithdrawalStage, type WithdrawalStage } from '../testing/stage.ts'
import { reconcileDay, reconcileWhatIsOver } from './reconcile.ts'

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
beforeEach(() => {
  stage.bank.lines = null
  stage.bank.trouble = () => 'none'
})
afterAll(async () => {
  expect(await stage.world.books()).toEqual([])
  await stage.close()
})

const compare = async () => {
  const { differences, ...rest } = await reconcileDay(stage.world.context, {
    methodPayment: 1,
    day: today,
    actor: { kind: 'system' },
  })
  return { ...rest, found: new Set(differences.map(({ kind, reference }) => `${kind} ${reference}`)) }
}

test('I9 a day on which all was paid agrees; what the bank forgot, added, changed or gave back is named', async () => {
  const lender = await stage.lender({ cash: 5_000_000 })
  const ids: string[] = []
  for (const amount of [100_000, 200_000, 300_000, 400_000]) ids.push((await lender.withdraw(amount)).id)
  await stage.follow(0)
  const agreed = await compare()
  expect(agreed).toEqual({ methodPayment: 1, day: today, transfers: 4, amount: 1_000_000, found: new Set() })
  const [a = '', b = '', c = '', d = ''] = ids.map(referenceOf)
  stage.bank.lines = (own) => [
    ...own.flatMap((line) => {
      if (line.reference === a) return []
      if (line.reference === b) return [{ ...line, amount: line.amount + 1_000 }]
      if (line.reference === c) return [line, line]
      return line.reference === d ? [line, { ...line, type: 'CREDIT' as const }] : [line]
    }),
    { type: 'DEBIT', amount: 77_000, at: new Date(), reference: 'somebody-else' },
    { type: 'DEBIT', amount: 5_000, at: new Date(), reference: null },
    { type: 'CREDIT', amount: 9_000_000, at: new Date(), reference: null },
  ]
  const { found } = await compare()
  const named = [`MISSING ${a}`, `AMOUNT ${b}`, `TWICE ${c}`, `GIVEN_BACK ${d}`]
  expect(found).toEqual(new Set([...named, 'UNKNOWN somebody-else', 'UNKNOWN null']))
  const kept = await one<{ count: number }>(
    stage.world.context.db,
    'test.kept',
    'select jsonb_array_length(differences) as count from bank_reconciliation where method_payment = 1',
  )
  expect(kept.count).toBe(6)
})

test('I9 a transfer of the bank’s that we returned, and one that we still wait for, are named', async () => {
  const lender = await stage.lender()
  stage.bank.trouble = () => 'refuse'
  const returned = await lender.withdraw(150_000)
  await stage.follow(0)
  stage.bank.trouble = () => 'hang-paid'
  const open = await lender.withdraw(160_000)
  await stage.follow(0)
  stage.bank.lines = (own) => [
    ...own,
    { type: 'DEBIT', amount: 150_000, at: new Date(), reference: referenceOf(returned.id) },
  ]
  const named = [`PAID_AFTER_RETURN ${referenceOf(returned.id)}`, `PAID_BUT_OPEN ${referenceOf(open.id)}`]
  expect((await compare()).found).toEqual(new Set(named))
  await stage.followAll()
  stage.bank.lines = null
  expect((await compare()).found).toEqual(new Set())
})

test('I9 the metrics have what waits and what differs', async () => {
  const metrics = new Metrics()
  watchWithdrawals({ db: stage.world.context.db, metrics })
  const lender = await stage.lender()
  await lender.withdraw(100_000)
  stage.bank.lines = (own) => own.slice(1)
  await compare()
  const text = await metrics.text()
  expect(text).toContain('pematang_withdrawals{state="held"} 1\n')
  expect(text).toMatch(/pematang_withdrawals_oldest_seconds \d+(\.\d+)?\n/)
  expect(text).toContain('pematang_bank_differences 1\n')
  await stage.followAll()
})

test('I9 the operator’s command names them and ends with 1', async () => {
  const operator = operatorOn(stage.world)
  const good = await operator(['--json', 'withdrawals', 'reconcile', '--on', today, '--method', '1'])
  expect([good.exit, good.json.differences]).toEqual([0, []])
  stage.bank.lines = (own) => own.slice(1)
  const told = await operator(['withdrawals', 'reconcile', '--on', today, '--method', '1'])
  expect(told.exit).toBe(1)
  expect(told.out).toMatch(/MISSING [0-9a-f]{32}: ours \d00000, the bank's none/)
})

test('I9 the worker compares each day that is over, once, with each bank; one that is away is asked later', async () => {
  const { context } = stage.world
  const days = async () =>
    (
      await many<{ day: string; method: number }>(
        context.db,
        'test.days',
        'select day::text, method_payment as method from bank_reconciliation where day > $1 order by 2, 1',
        [addDays(today, -1)],
      )
    ).map(({ day, method }) => `${method} ${day}`)
  // An operator looks at a day that is not over, and at one before its turn.
  for (const day of [today, addDays(today, 1)]) {
    await reconcileDay(context, { methodPayment: 1, day, actor: { kind: 'operator', name: 'test' } })
  }
  stage.world.travel('3 days 12 hours')
  stage.bank.offline = true
  expect(await reconcileWhatIsOver(context)).toBe(0)
  stage.bank.offline = false
  expect(await reconcileWhatIsOver(context)).toBeGreaterThanOrEqual(3)
  const done = await days()
  expect(done.slice(0, 3)).toEqual([`1 ${today}`, `1 ${addDays(today, 1)}`, `1 ${addDays(today, 2)}`])
  expect(await reconcileWhatIsOver(context)).toBe(0)
  stage.world.travel(undefined)
})
