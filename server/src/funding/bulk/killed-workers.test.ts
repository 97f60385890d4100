import { afterAll, beforeAll, expect, test } from 'vitest'
import { generator } from '../../../testing/faults.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { killRun } from '../../../testing/kill-bulk-run.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'its processes have connections of their own' })
})
afterAll(() => fixture.close())

test('BLK-06 bulk fundings fund or refuse each loan exactly once when two workers are killed and others fund single loans', async () => {
  const seed = Date.now() % 1_000_000
  const loans = Number(process.env.LOANS ?? 200)
  const { killed, funded, refused } = await killRun(fixture, {
    loans,
    singles: 5,
    triesEach: 8,
    kills: Number(process.env.KILLS ?? 2),
    chance: generator(seed),
  })
  expect(killed, `SEED=${seed}`).toBeGreaterThan(0)
  expect(funded + refused).toBe(loans)
})
