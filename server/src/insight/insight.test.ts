import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, logIn, type TestApp } from '../testing/http.ts'
import { aLoan, reserveFunding } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'

let world: World
let app: TestApp

beforeAll(async () => {
  world = await makeWorld()
  app = await startApp(world)
})
afterAll(async () => {
  expect(await world.books()).toEqual([])
  await app.close()
  await world.close()
})

test('of a lender whose only funding waits no quality has a share, and all four TKB are 100,00%', async () => {
  const lender = await logIn(world, app, { cash: 5_000_000 })
  const loan = await aLoan(world.context)
  await reserveFunding(world.context, { lenderId: lender.lenderId, ...loan, amount: 1_000_000 })
  const { json } = await lender.get('/portfolio/insight')
  expect(json).toMatchObject({
    waiting: [{ reason: 'SIGNATURE', amount: 1_000_000 }],
    outstanding: 0,
    composition: { grades: [], loanTypes: [] },
    TKB90: '100,00%',
    TKB60: '100,00%',
    TKB30: '100,00%',
    TKB0: '100,00%',
  })
  const parts = json.quality.map(({ outstanding, share }: { outstanding: number; share: string }) => [
    outstanding,
    share,
  ])
  expect(parts).toEqual(Array.from({ length: 5 }, () => [0, '0,00%']))
})
