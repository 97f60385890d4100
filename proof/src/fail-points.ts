import path from 'node:path'
import { parseArgs } from 'node:util'
import { pageOf } from './fail-points/page.ts'
import {
  faultsOf,
  isFinished,
  needsTrial,
  readVerbs,
  recordFile,
  saveVerb,
  type VerbRecord,
  withPoints,
} from './fail-points/record.ts'
import { type FailPointStand, openFailPointStand } from './fail-points/stand.ts'
import { killAt, record, type Recording } from './fail-points/trials.ts'
import type { Verb } from './fail-points/verb.ts'
import { verbs } from './fail-points/verbs/index.ts'
import { positive } from '../../bench/src/options.ts'
import { commitOf } from '../../bench/src/stand/commit.ts'

// Records the fail points that each verb about money passes, kills the process at each of them, and compares the final
// state with that of an undisturbed run. What was seen is added to the newest record until that is complete, so a run may be made in pieces.

const { values } = parseArgs({
  options: {
    /** A part of the names of the verbs to try; `points` is a part of the names of their fail points. */
    only: { type: 'string', default: '' },
    points: { type: 'string', default: '' },
    /** How often the process is killed at each point. */
    times: { type: 'string', default: '3' },
    /** No trial begins after so many minutes. */
    minutes: { type: 'string' },
    /** What the record says of the selected points is made anew. */
    again: { type: 'boolean', default: false },
    /** Only prints what is seen, without a record. */
    print: { type: 'boolean', default: false },
  },
})
const only = new RegExp(values.only, 'i')
const onlyPoints = new RegExp(values.points, 'i')
const times = positive('times', values.times) ?? 3
const end = performance.now() + (positive('minutes', values.minutes) ?? Number.POSITIVE_INFINITY) * 60_000

const file = recordFile(new Date(), { verbs: verbs.map(({ name }) => name), times })
const commit = commitOf()
const known = values.print ? [] : readVerbs(file)
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isStopped = true))
const isOver = (): boolean => isStopped || performance.now() > end

const selected = verbs.filter(({ name }) => only.test(name))
const open = selected.filter(({ name }) => {
  const before = known.find(({ verb }) => verb === name)
  return values.again || before === undefined || !isFinished(before, times)
})
const made: VerbRecord[] = []
if (open.length > 0) {
  const stand = await openFailPointStand()
  try {
    for (const verb of open) if (!isOver()) made.push(await tryVerb(stand, verb))
  } finally {
    await stand.close()
  }
}
const faults = made.flatMap((one) => faultsOf(one, times))
for (const fault of faults) console.log(fault)
const left = selected.filter(({ name }) => {
  const now = made.find(({ verb }) => verb === name) ?? known.find(({ verb }) => verb === name)
  return now === undefined || !isFinished(now, times)
})
if (left.length > 0) console.log(`Not to its end: ${left.map(({ name }) => name).join('; ')}.`)
if (!values.print) console.log(`The record: ${path.relative(process.cwd(), file)}.md and .json`)
process.exitCode = faults.length === 0 ? 0 : 1

/** Kills the process at each selected fail point of a verb that lacks kills, and keeps what was seen. */
async function tryVerb(stand: FailPointStand, verb: Verb): Promise<VerbRecord> {
  const began = performance.now()
  const before = known.find((one) => one.verb === verb.name)
  let seen: VerbRecord = before ?? { verb: verb.name, commits: [], seconds: 0, faults: [], points: {} }
  const { seconds } = seen
  const keep = (changes: Partial<VerbRecord>): void => {
    seen = { ...seen, ...changes, seconds: seconds + (performance.now() - began) / 1000 }
    if (!values.print)
      saveVerb(file, seen, (all) => pageOf(all, { verbs: verbs.map(({ name }) => name), times }))
  }
  const commits = [...new Set([...seen.commits, commit])]
  const recording = await record(stand, verb).catch((error: unknown) => String(error))
  if (typeof recording === 'string') {
    keep({ commits, faults: [recording] })
    return seen
  }
  keep({ ...withPoints(seen, recording.points), commits, faults: faultsIn(recording) })
  const points = recording.points.filter((point) => onlyPoints.test(point))
  if (values.again) for (const point of points) seen.points[point] = { kills: 0, missed: 0, wrong: [] }
  for (const point of points) {
    const one = seen.points[point] ?? { kills: 0, missed: 0, wrong: [] }
    while (needsTrial(one, times) && !isOver()) {
      const outcome = await killAt(stand, verb, point, recording)
      if (outcome.kind === 'same') one.kills += 1
      else if (outcome.kind === 'missed') one.missed += 1
      else {
        one.wrong.push(outcome.why)
        console.log(`${verb.name}, killed at "${point}": ${outcome.why}`)
      }
    }
    keep({})
  }
  const all = Object.values(seen.points)
  const killed = all.reduce((sum, { kills }) => sum + kills, 0)
  const took = (performance.now() - began) / 1000
  console.log(`${verb.name}: ${all.length} points, ${killed} kills so far, ${took.toFixed(0)} s`)
  return seen
}

// A declaration, because the run above awaits its end before a constant here would exist.
function faultsIn({ unnamed, missing }: Recording): string[] {
  return [
    ...unnamed.map((point) => `a point outside any named work: ${point}`),
    ...missing.map((command) => `the command ${command} passed no point`),
  ]
}
