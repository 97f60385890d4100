import { isDeepStrictEqual } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditBooks } from '../../../server/src/books-audit/index.ts'
import { jobsLeft, lookAt } from './look.ts'
import { answerLimitMs, type FailPointStand } from './stand.ts'
import type { Trial, Verb } from './verb.ts'

/**
 * Matches fail points of background work that runs regardless of the command, such as read models, notices and claiming
 * jobs.
 */
const beside =
  /^(task (?!allocating)|queue|job (notifications|documents|auth|audit)\.|http (getFunding|generateLoan|login|download))/

/** The result of a trial: all facts, or the reason why there are none. */
export type End = { facts: Record<string, unknown> } | { fault: string }

/** Prepares a trial of a command. Retried, because the process killed in the previous trial may still be restarting. */
async function prepared(stand: FailPointStand, verb: Verb): Promise<Trial> {
  for (const limit = Date.now() + answerLimitMs; ; await sleep(500)) {
    try {
      return await verb.prepare(stand)
    } catch (error) {
      if (Date.now() > limit) throw error
    }
  }
}

/** Executes the command and waits until it has completed and no job about money is left. */
async function goThrough(stand: FailPointStand, trial: Trial): Promise<End> {
  try {
    await trial.ask()
    for (const limit = Date.now() + answerLimitMs; ; await sleep(50)) {
      const { waiting, dead } = await jobsLeft(stand.context)
      if (dead > 0) return { fault: `${dead} jobs are dead` }
      if (waiting === 0 && (await trial.hasEnded())) break
      if (Date.now() > limit) return { fault: `it did not come to its end; ${waiting} jobs wait` }
    }
    const breaches = await auditBooks(stand.context.db)
    if (breaches.length > 0)
      return { fault: `the books are not whole: ${JSON.stringify(breaches.slice(0, 3))}` }
    return { facts: { ...(await lookAt(stand.context, trial)), outside: await trial.outside?.() } }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

export type Recording = { points: string[]; unnamed: string[]; facts: Record<string, unknown> }

/**
 * Runs a command twice without a kill and returns the fail points that both runs passed, because others depend on how
 * often something was retried.
 * @throws when the command does not complete, or the two runs end differently
 */
export async function record(stand: FailPointStand, verb: Verb): Promise<Recording> {
  const once = async () => {
    const trial = await prepared(stand, verb)
    stand.points.clear()
    const end = await goThrough(stand, trial)
    if ('fault' in end) throw new Error(`${verb.name}, without a kill: ${end.fault}`)
    return { passed: stand.points.passed(), facts: end.facts }
  }
  const [first, second] = [await once(), await once()]
  if (!isDeepStrictEqual(first.facts, second.facts))
    throw new Error(`${verb.name} ends differently without a kill: ${differences(first.facts, second.facts)}`)
  const all = first.passed.filter((point) => second.passed.includes(point))
  return {
    points: all.filter((point) => !beside.test(point) && !point.startsWith('unnamed')),
    unnamed: [...new Set([...first.passed, ...second.passed])].filter((point) => point.startsWith('unnamed')),
    facts: first.facts,
  }
}

/** `missed`: no process passed the point this time, e.g. because a notice came before a poll. */
export type Outcome = { kind: 'same' } | { kind: 'missed' } | { kind: 'wrong'; why: string }

/** Kills the process at this point of a new trial, and compares the end with that of a trial without a kill. */
export async function killAt(
  stand: FailPointStand,
  verb: Verb,
  point: string,
  facts: Record<string, unknown>,
): Promise<Outcome> {
  const trial = await prepared(stand, verb)
  stand.points.arm(point)
  const end = await goThrough(stand, trial)
  const struck = stand.points.hasStruck()
  stand.points.clear()
  if ('fault' in end) return { kind: 'wrong', why: end.fault }
  if (!isDeepStrictEqual(end.facts, facts)) return { kind: 'wrong', why: differences(facts, end.facts) }
  return { kind: struck ? 'same' : 'missed' }
}

function differences(expected: Record<string, unknown>, found: Record<string, unknown>): string {
  return Object.keys(expected)
    .filter((name) => !isDeepStrictEqual(expected[name], found[name]))
    .map((name) => `${name} ${JSON.stringify(expected[name])} became ${JSON.stringify(found[name])}`)
    .join('; ')
}
