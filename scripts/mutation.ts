import { parseArgs } from 'node:util'
import { describe, mutantsIn, runRoom } from './mutation/run-room.ts'
import { rooms } from './mutation/rooms.ts'

// `npm run mutation [-- --list] [-- room …]`: makes one small change after the other in the code about money, and lists
// each change that no test detects. --list lists the changes and runs nothing, --survivors asks only those again that no
// test detected, --workers 2 runs two processes. Not part of the tests, because it runs them hundreds of times;
// docs/mutation.md has the last result.

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
  },
})
const options = { workers: Number(values.workers), onlySurvivors: values.survivors }
const unknown = asked.filter((name) => !(name in rooms))
if (unknown.length > 0) {
  console.error(`There is no room ${unknown.join(', ')}; there are ${Object.keys(rooms).join(', ')}.`)
  process.exit(2)
}
for (const [name, room] of Object.entries(rooms)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  if (values.list) {
    const mutants = mutantsIn(room)
    for (const { file, mutant } of mutants) console.log(`  ${describe(file, mutant)}`)
    console.log(`${name}: ${mutants.length} changes`)
    continue
  }
  const { killed, timeout, survived } = await runRoom(name, room, options)
  const all = killed + timeout + survived
  const share = all === 0 ? 100 : (100 * (killed + timeout)) / all
  console.log(
    `${name}: ${killed + timeout} of ${all} killed (${timeout} by the time limit), ${share.toFixed(1)}%`,
  )
  if (share < 95) process.exitCode = 1
}
