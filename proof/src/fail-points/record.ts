import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keepRecords, readRecords, resultsFolder } from '../../../bench/src/report/write.ts'

/** What the kills at one point led to. */
export type PointRecord = {
  /** Kills after which everything ended as it must. */
  kills: number
  /** Trials in which no process came to the point. */
  missed: number
  /** How the others ended. */
  wrong: string[]
}

/** What was seen of one verb, in one run or in several. */
export type VerbRecord = {
  verb: string
  commits: string[]
  seconds: number
  /** Why it could not be tried, e.g. because it ended differently without a kill. */
  faults: string[]
  /** Its points in their order. */
  points: Record<string, PointRecord>
}

export type Wanted = {
  /** The names of all verbs. */
  verbs: readonly string[]
  /** How often the process is killed at each point. */
  times: number
}

/**
 * The file, without its ending, to which a run adds what it sees: the newest one while a verb in it lacks kills, which
 * takes hours and may be ended and gone on with on another day, otherwise a new one of today.
 */
export function recordFile(
  now: Date,
  { verbs, times, folder = resultsFolder }: Wanted & { folder?: string },
): string {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const newest = names
    .filter((name) => name.endsWith('-fail-points.json'))
    .toSorted()
    .at(-1)
  if (newest !== undefined) {
    const file = path.join(folder, newest.slice(0, -'.json'.length))
    const known = readVerbs(file)
    const isLacking = (name: string) => !known.some((one) => one.verb === name && isFinished(one, times))
    if (verbs.some(isLacking)) return file
  }
  return path.join(folder, `${now.toISOString().slice(0, 10)}-fail-points`)
}

/** The verbs that were recorded so far, in their order. */
export const readVerbs = (file: string): VerbRecord[] => readRecords(file, 'verbs')

/** Puts a verb in the place of its earlier record, or last, and writes the page anew. */
export function saveVerb(
  file: string,
  record: VerbRecord,
  page: (verbs: readonly VerbRecord[]) => string,
): void {
  const before = readVerbs(file)
  const isKnown = before.some(({ verb }) => verb === record.verb)
  const verbs = isKnown ? before.map((one) => (one.verb === record.verb ? record : one)) : [...before, record]
  keepRecords(file, 'verbs', verbs)
  writeFileSync(`${file}.md`, page(verbs))
}

/**
 * The record with exactly these points: earlier ones keep what was seen, and those that the verb no longer passes are
 * dropped.
 */
export const withPoints = (record: VerbRecord, points: readonly string[]): VerbRecord => ({
  ...record,
  points: Object.fromEntries(
    points.map((point) => [point, record.points[point] ?? { kills: 0, missed: 0, wrong: [] }]),
  ),
})

/** How many trials of a point are made at most for each kill that is wanted, because some miss it. */
const triesPerKill = 4

/** Whether a point needs another trial to have been killed so often. */
export const needsTrial = ({ kills, missed, wrong }: PointRecord, times: number): boolean =>
  kills + wrong.length < times && kills + missed + wrong.length < times * triesPerKill

/** Everything that is not as it must be, in sentences; a verb that is not tried to its end is not among them. */
export const faultsOf = ({ verb, faults, points }: VerbRecord, times: number): string[] => [
  ...faults.map((fault) => `${verb}: ${fault}`),
  ...Object.entries(points).flatMap(([point, one]) => [
    ...one.wrong.map((why) => `${verb}, killed at "${point}": ${why}`),
    ...(one.kills + one.wrong.length < times && !needsTrial(one, times)
      ? [`${verb}: "${point}" was killed only ${one.kills} times in ${one.kills + one.missed} trials`]
      : []),
  ]),
]

/** Whether each of its points was killed so often, or could not be. */
export const isFinished = ({ faults, points }: VerbRecord, times: number): boolean =>
  faults.length === 0 &&
  Object.keys(points).length > 0 &&
  Object.values(points).every((one) => !needsTrial(one, times))
