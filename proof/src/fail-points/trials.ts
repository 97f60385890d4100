import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { auditBooks } from '../../../server/src/audit/testing.ts'
import { countMovements, hurryJobs, jobsLeft, lookAt, movedBetween } from './look.ts'
import { answerLimitMs, type FailPointStand } from './stand.ts'
import type { Trial, Verb } from './verb.ts'

/**
 * Matches fail points of background work that runs regardless of the verb, such as read models, notices and claiming
 * jobs, and of the requests that prepare a trial.
 */
const beside =
  /^(task (?!allocating)|queue|job (notifications|documents|auth|audit)\.|http (getFunding|generateLoan|login|download))/

type Facts = Record<string, unknown>

/** The result of a trial: all facts, or the reason why there are none. */
type End = { facts: Facts } | { fault: string }

/** Prepares a trial. Retried, because the process killed in the previous trial may still be restarting. */
async function prepared(stand: FailPointStand, prepare: Verb['prepare']): Promise<Trial> {
  for (const limit = Date.now() + answerLimitMs; ; await sleep(50)) {
    try {
      return await prepare(stand)
    } catch (error) {
      if (Date.now() > limit) throw error
    }
  }
}

/** Executes the verb and waits until it has completed and no job about money is left. */
async function goThrough(stand: FailPointStand, trial: Trial): Promise<End> {
  const { context } = stand
  try {
    const before = await countMovements(context)
    await trial.ask()
    const fault = await untilEnded(stand, trial)
    if (fault !== null) return { fault }
    const breaches = await auditBooks(context.db)
    if (breaches.length > 0)
      return { fault: `the books are not whole: ${JSON.stringify(breaches.slice(0, 3))}` }
    const moved = movedBetween(before, await countMovements(context))
    const facts = { ...(await lookAt(context, trial)), moved, more: await trial.facts?.() }
    const crashes = stand.crashes()
    return crashes.length > 0 ? { fault: crashes.join('; ') } : { facts }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** @returns why it did not end, or null */
async function untilEnded(stand: FailPointStand, trial: Trial): Promise<string | null> {
  let hurried = Date.now()
  for (const limit = Date.now() + answerLimitMs; ; await sleep(25)) {
    const { waiting, dead } = await jobsLeft(stand.context)
    if (dead > 0) return `${dead} jobs are dead`
    if (waiting === 0 && (await trial.hasEnded())) return null
    if (Date.now() > limit) return `it did not come to its end; ${waiting} jobs wait`
    if (Date.now() < hurried + 1000) continue
    hurried = Date.now()
    await trial.hurry?.()
    await hurryJobs(stand.context)
  }
}

export type Recording = {
  points: string[]
  /** Points outside any named work, which cannot be distinguished. */
  unnamed: string[]
  /** Commands of the verb that passed no point. */
  missing: string[]
  facts: Facts
  /** The facts after a kill at the points of each of `Verb.otherEnds`. */
  otherFacts: Facts[]
}

/**
 * Runs a verb twice without a kill and returns the fail points that both runs passed, because others depend on how
 * often something was retried.
 * @throws when the verb does not complete, or the two runs end differently
 */
export async function record(stand: FailPointStand, verb: Verb): Promise<Recording> {
  const once = async (prepare = verb.prepare) => {
    const trial = await prepared(stand, prepare)
    stand.points.clear()
    const end = await goThrough(stand, trial)
    if ('fault' in end) throw new Error(`${verb.name}, without a kill: ${end.fault}`)
    await trial.check?.()
    return { passed: stand.points.passed(), facts: end.facts }
  }
  const [first, second] = [await once(), await once()]
  if (!isDeepStrictEqual(first.facts, second.facts))
    throw new Error(`${verb.name} ends differently without a kill: ${differences(first.facts, second.facts)}`)
  const otherFacts: Facts[] = []
  for (const { prepare } of verb.otherEnds ?? []) otherFacts.push((await once(prepare)).facts)
  const points = first.passed.filter(
    (point) =>
      second.passed.includes(point) &&
      !point.startsWith('unnamed') &&
      (!beside.test(point) || (verb.task?.test(point) ?? false)) &&
      (verb.only?.test(point) ?? true),
  )
  return {
    points,
    unnamed: [...new Set([...first.passed, ...second.passed])].filter((point) => point.startsWith('unnamed')),
    missing: verb.commands.filter((command) => !points.some((point) => point.includes(`> ${command}: `))),
    facts: first.facts,
    otherFacts,
  }
}

/** `missed`: no process passed the point this time, e.g. because a notice came before a poll. */
export type Outcome = { kind: 'same' } | { kind: 'missed' } | { kind: 'wrong'; why: string }

/** Kills the process at this point of a new trial, and compares the end with that of a trial without a kill. */
export async function killAt(
  stand: FailPointStand,
  verb: Verb,
  point: string,
  { facts, otherFacts }: Pick<Recording, 'facts' | 'otherFacts'>,
): Promise<Outcome> {
  const trial = await prepared(stand, verb.prepare)
  stand.points.arm(point)
  const end = await goThrough(stand, trial)
  const struck = stand.points.hasStruck()
  stand.points.clear()
  if ('fault' in end) return { kind: 'wrong', why: end.fault }
  const other = verb.otherEnds?.findIndex(({ points }) => points.test(point)) ?? -1
  const expected = (struck ? otherFacts[other] : undefined) ?? facts
  if (!isDeepStrictEqual(end.facts, expected)) return { kind: 'wrong', why: differences(expected, end.facts) }
  return { kind: struck ? 'same' : 'missed' }
}

function differences(expected: Facts, found: Facts): string {
  return Object.keys(expected)
    .filter((name) => !isDeepStrictEqual(expected[name], found[name]))
    .map((name) => `${name} ${JSON.stringify(expected[name])} became ${JSON.stringify(found[name])}`)
    .join('; ')
}
