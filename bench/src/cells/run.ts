import { Choices } from '../seed/random.ts'
import type { Scope } from './checks/breach.ts'
import { checkAnswers } from './checks/answers.ts'
import { auditCell } from './checks/cell-audit.ts'
import { auditFundings, auditPeriods } from './checks/cells-audit.ts'
import { checkCash, checkMoney, checkRest } from './checks/simulation.ts'
import { Platform } from './engine/platform.ts'
import type { Rule } from './protocol/rules.ts'
import { planFaults, planRestore } from './scenario/faults.ts'
import { type ClientRecords, planClients, unit } from './scenario/lender-clients.ts'
import { planOperators } from './scenario/operators.ts'

export type RunOptions = {
  seed: number
  cells: number
  lenders: number
  loans: number
  fundings: number
  /** The rule that is not kept. */
  broken?: Rule
  /** One cell is brought back to an earlier moment. */
  isRestored?: boolean
  /** Events between two looks at all books. */
  checkEvery?: number
}

export type RunResult = {
  platform: Platform
  records: ClientRecords
  /** The first breach that each scope found. */
  breaches: Map<Scope, string>
  events: number
  /** Looks at all books while clients and faults went on, and at how many of them all outboxes were empty. */
  looks: number
  looksAtRest: number
  /** Sums of periods that were compared between two cells at these looks. */
  periodsCompared: number
}

/** Milliseconds in which clients begin and faults come; afterwards all must come to an end within `grace`. */
export const [duration, grace, expiresAfter] = [60_000, 180_000, 20_000]

/** Runs cells under faults, looks at all books every so many events, and once more when everything has ended. */
export function runCells(options: RunOptions): RunResult {
  const { seed, cells, lenders, loans, fundings, broken = null, checkEvery = 500 } = options
  const choices = new Choices(seed)
  const platform = new Platform(cells, choices, { broken, answerAfter: 500, expiresAfter })
  const cash = new Map<number, number>()
  for (let id = 0; id < lenders; id += 1) cash.set(id, unit * (10 + choices.below(30)))
  for (const [id, amount] of cash) platform.addLender(id, amount)
  for (let id = 0; id < loans; id += 1) platform.addLoan(id, unit * (5 + choices.below(15)))
  const records = planClients(platform, choices, { lenders, loans, fundings, duration, expiresAfter })
  planOperators(platform, choices, loans, duration + 60_000)
  planFaults(platform, choices, duration)
  if (options.isRestored) planRestore(platform, choices, duration / 4 + choices.below(duration / 4))

  const result: RunResult = {
    ...{ platform, records, breaches: new Map(), events: 0, looks: 0, looksAtRest: 0, periodsCompared: 0 },
  }
  try {
    while (platform.timeline.next(duration + grace)) {
      result.events += 1
      if (result.events % checkEvery === 0) look(result)
    }
    lookAtEnd(result, cash)
  } catch (error) {
    // A transaction that misses a row it relies on fails for ever, and an operator is called.
    note(result, 'cell', [String(error)])
  }
  return result
}

function look(result: RunResult): void {
  const { platform } = result
  const all = platform.cells.map(({ books }) => books)
  const periods = auditPeriods(all, platform.timeline.now)
  if (platform.timeline.now < duration) {
    result.looks += 1
    result.looksAtRest += all.every(({ outbox }) => outbox.size === 0) ? 1 : 0
    result.periodsCompared += periods.compared
  }
  note(
    result,
    'cell',
    all.flatMap((books) => auditCell(books, platform.timeline.now)),
  )
  note(result, 'cells', [...periods.breaches, ...auditFundings(all)])
  note(result, 'simulation', checkMoney(platform))
}

function lookAtEnd(result: RunResult, cash: ReadonlyMap<number, number>): void {
  const { platform, records } = result
  look(result)
  note(result, 'simulation', [
    ...checkRest(platform, records),
    ...checkAnswers(platform, records),
    ...checkCash(platform, cash),
  ])
}

function note({ breaches }: RunResult, scope: Scope, found: readonly string[]): void {
  const [first] = found
  if (first !== undefined && !breaches.has(scope)) breaches.set(scope, first)
}
