import { parseArgs } from 'node:util'
import { lenderVerbs } from './fail-points/lender-verbs.ts'
import { operatorVerbs } from './fail-points/operator-verbs.ts'
import { type Row, toPage } from './fail-points/page.ts'
import { type FailPointStand, openFailPointStand } from './fail-points/stand.ts'
import { killAt, record, type Recording } from './fail-points/trials.ts'
import { uncovered } from './fail-points/uncovered.ts'
import type { Verb } from './fail-points/verb.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'

// Records the fail points that each command about money passes, kills the process at each of them, and compares the
// final state with that of an undisturbed run.

const { values } = parseArgs({
  options: {
    /** Part of the names of the commands to run; `points` is part of the names of their fail points. */
    only: { type: 'string' },
    points: { type: 'string' },
    times: { type: 'string', default: '3' },
  },
})
const only = new RegExp(values.only ?? '', 'i')
const onlyPoints = new RegExp(values.points ?? '', 'i')
const times = positive('times', values.times) ?? 3
const isWhole = values.only === undefined && values.points === undefined

const startedAt = Date.now()
const stand = await openFailPointStand()
const rows: Row[] = []
const wrong: string[] = []
const points: string[] = []
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isStopped = true))
try {
  for (const verb of [...lenderVerbs, ...operatorVerbs]) {
    if (!only.test(verb.name) || isStopped) continue
    const began = Date.now()
    const recording = await record(stand, verb).catch((error: unknown) => String(error))
    if (typeof recording === 'string') {
      wrong.push(recording)
      console.log(recording)
      continue
    }
    points.push(...recording.points)
    wrong.push(...recording.unnamed.map((point) => `${verb.name}: a point outside any named work: ${point}`))
    const row = await killEverywhere(stand, verb, recording)
    row.seconds = (Date.now() - began) / 1000
    if (row.points > 0) rows.push(row)
    console.log(
      `${verb.name}: ${row.points} points, ${row.kills} kills that changed nothing, ${row.missed} missed, ${row.wrong} wrong, ${row.seconds.toFixed(0)} s`,
    )
  }
  if (isWhole)
    wrong.push(...uncovered(points).map((operation) => `${operation} moves money and was not killed`))
} finally {
  await stand.close()
}
const page = toPage({ rows, wrong, times, points, minutes: (Date.now() - startedAt) / 60_000 })
if (isWhole && !isStopped) console.log(writePage('fail-points', page))
else console.log(page)
process.exitCode = wrong.length === 0 ? 0 : 1

/** Kills the process at each selected fail point of a command, and collects the deviations. */
async function killEverywhere(on: FailPointStand, verb: Verb, recording: Recording): Promise<Row> {
  const row: Row = { verb: verb.name, points: 0, kills: 0, missed: 0, wrong: 0, seconds: 0 }
  const asked = recording.points.filter((point) => onlyPoints.test(point))
  const struck = new Set<string>()
  for (const point of asked.flatMap((one) => Array.from({ length: times }, () => one))) {
    if (isStopped) return row
    const outcome = await killAt(on, verb, point, recording.facts)
    row[outcome.kind === 'same' ? 'kills' : outcome.kind] += 1
    if (outcome.kind !== 'missed') struck.add(point)
    if (outcome.kind !== 'wrong') continue
    wrong.push(`${verb.name}, killed at "${point}": ${outcome.why}`)
    console.log(wrong.at(-1))
  }
  const never = asked.filter((point) => !struck.has(point))
  wrong.push(...never.map((point) => `${verb.name}: no process came to "${point}" in ${times} trials`))
  row.points = asked.length
  return row
}
