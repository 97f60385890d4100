/**
 * 5,000 loans funded by one submission, while 20 lenders take loans of the same product one by one, and ten processes
 * (the one that answers HTTP and two workers, at random) are ended by kill -9 on the way. At the end what each lender was
 * told is compared with the books: nothing lost, nothing twice, every rupiah in its place.
 *
 *   npx vitest run --config server/vitest.stress.config.ts bulk
 *
 * LOANS, SINGLES, KILLS for other numbers, SEED=7 for the same choices again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generator } from '../testing/faults.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { killRun } from './testing/kill-run.ts'

const loans = Number(process.env.LOANS ?? 5_000)
const singles = Number(process.env.SINGLES ?? 20)
const kills = Number(process.env.KILLS ?? 10)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

let world: World
beforeAll(async () => {
  world = await makeWorld({ withoutFaults: 'its processes have connections of their own' })
})
afterAll(() => world.close())

test(`BLK-06 ${loans} loans, ${singles} lenders beside it, ${kills} kills -9, SEED=${seed}`, async () => {
  const run = await killRun(world, { loans, singles, triesEach: 40, kills, chance: generator(seed) })
  process.stdout.write(
    `${run.funded} funded and ${run.refused} refused of ${loans} in ${run.seconds.toFixed(1)} s, ` +
      `${run.single} taken by others meanwhile, ${run.killed} kills, books whole\n`,
  )
  expect(run.funded + run.refused).toBe(loans)
  expect(run.killed).toBe(kills)
  expect(run.refused).toBeGreaterThan(0)
})
