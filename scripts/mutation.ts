import { describe, mutantsIn, runRoom } from './mutation/run-room.ts'
import { rooms } from './mutation/rooms.ts'

// `npm run mutation [-- --list] [-- room …]`: makes one small change after the other in the code about money, and lists
// each change that no test detects. --list lists the changes and runs nothing. Not part of the tests, because it runs
// them hundreds of times; docs/mutation.md has the last result.

const words = process.argv.slice(2)
const onlyList = words.includes('--list')
const asked = words.filter((word) => word !== '--list')
const unknown = asked.filter((name) => !(name in rooms))
if (unknown.length > 0) {
  console.error(`There is no room ${unknown.join(', ')}; there are ${Object.keys(rooms).join(', ')}.`)
  process.exit(2)
}
for (const [name, room] of Object.entries(rooms)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  if (onlyList) {
    const mutants = mutantsIn(room)
    for (const { file, mutant } of mutants) console.log(`  ${describe(file, mutant)}`)
    console.log(`${name}: ${mutants.length} changes`)
    continue
  }
  const { killed, timeout, survived } = await runRoom(name, room)
  const all = killed + timeout + survived
  const share = all === 0 ? 100 : (100 * (killed + timeout)) / all
  console.log(
    `${name}: ${killed + timeout} of ${all} killed (${timeout} by the time limit), ${share.toFixed(1)}%`,
  )
  if (share < 95) process.exitCode = 1
}
