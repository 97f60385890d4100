import { afterAll, beforeAll, expect, test } from 'vitest'
import { generator } from '../testing/faults.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { killRun } from './testing/kill-run.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ withoutFaults: 'its processes have connections of their own' })
})
afterAll(() => world.close())

test('BLK-06 two workers, two kills -9, five lenders beside it: every loan is funded once or refused, to the rupiah', async () => {
  const seed = Date.now() % 1_000_000
  const { killed, funded, refused } = await killRun(world, {
    loans: 200,
    singles: 5,
    triesEach: 8,
    kills: 2,
    chance: generator(seed),
  })
  expect(killed, `SEED=${seed}`).toBeGreaterThan(0)
  expect(funded + refused).toBe(200)
}, 240_000)
