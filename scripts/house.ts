import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkCircles } from './check/boundaries/circles.ts'
import { checkRooms } from './check/boundaries/rooms.ts'
import { readRepository } from './check/boundaries/source.ts'
import { housePicture, planCounts, readPlan } from './check/generated/house.ts'

// `npm run house`: draws the parts of the server and their imports to docs/house.svg, and prints the counts.

const plan = readPlan()
writeFileSync(path.join(import.meta.dirname, '../docs/house.svg'), housePicture(plan))
console.log(`docs/house.svg: ${planCounts(plan)}`)
const sources = readRepository()
console.log(`whole repository: ${checkRooms(sources).counts}, ${checkCircles(sources).counts}`)
for (const part of plan.parts.toReversed()) {
  const below = plan.arrows.filter(({ from }) => from === part).map(({ to }) => to)
  console.log(`${part.padEnd(12)} imports ${below.join(', ') || 'nothing'}`)
}
