/**
 * 5,000 loans are funded by one submission, while 20 lenders fund loans of the same product one by one, and ten times a
 * process (the HTTP process or one of two workers, at random) is killed by kill -9. At the end the answers to each
 * lender are compared with the books: nothing is lost, nothing happens twice, and every rupiah is accounted for.
 *
 * npx vitest run --config server/vitest.stress.config.ts bulk
 *
 * LOANS, SINGLES and KILLS set other numbers; SEED=7 repeats the same choices.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generator } from '../testing/faults.ts'
import { makeFixture, type Fixture } from '../testing/fixture.ts'
import { killRun } from '../testing/kill-bulk-run.ts'

const loans = Number(process.env.LOANS ?? 5_000)
const singles = Number(process.env.SINGLES ?? 20)
const kills = Number(process.env.KILLS ?? 10)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'its processes have connections of their own' })
})
afterAll(() => fixture.close())

test(`BLK-06 a bulk funding funds each of ${loans} loans once, with ${singles} single lenders and ${kills} kills -9, SEED=${seed}`, async () => {
  const run = await killRun(fixture, { loans, singles, triesEach: 40, kills, chance: generator(seed) })
  process.stdout.write(
    `${run.funded} funded and ${run.refused} refused of ${loans} in ${run.seconds.toFixed(1)} s, ` +
      `${run.single} taken by others meanwhile, ${run.killed} kills, books whole\n`,
  )
  expect(run.funded + run.refused).toBe(loans)
  expect(run.killed).toBe(kills)
  expect(run.refused).toBeGreaterThan(0)
})
