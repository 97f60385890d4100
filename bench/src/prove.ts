import path from 'node:path'
import { parseArgs } from 'node:util'
import { drive, Found, type Plan } from './prove/run/drive.ts'
import { prepareTemplate, Run } from './prove/run/world.ts'
import { openStand } from './stand/stand.ts'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '16' },
    minutes: { type: 'string', default: '60' },
    calm: { type: 'boolean', default: false },
  },
})
const root = path.resolve(import.meta.dirname, '../..')
const stand = await openStand()
try {
  await prepareTemplate(stand)
  const plan: Plan = {
    seed: Number(values.seed),
    operations: Number(values.operations),
    perRound: 40,
    roundsPerJump: 3,
    kills: !values.calm,
    endsAt: Date.now() + Number(values.minutes) * 60_000,
  }
  const run = await Run.open(stand, root, `seed-${plan.seed}`, Number(values.workers))
  try {
    console.log(await drive(run, plan, console.log))
  } catch (error) {
    if (!(error instanceof Found)) throw error
    console.log(error.message, error.operations)
    console.log(JSON.stringify(error.breach.operation), JSON.stringify(error.breach.found, null, 1), error.breach.found)
    if (process.env.HOLD) await new Promise((r) => setTimeout(r, 60_000))
    process.exitCode = 1
  } finally {
    await run.close()
  }
} finally {
  await stand.close()
}
