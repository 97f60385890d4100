import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keepRecords, readRecords } from '../../../../bench/src/report/write.ts'
import type { FaultKind } from './fault-kind.ts'

export type UpdateRecord = {
  /** The commits of both versions. */
  older: string
  newer: string
  /** The names of the migrations that were applied while the older version served, and what they took. */
  migrations: string[]
  migrationSeconds: number
  /** Fundings that each version acknowledged while both served. */
  served: { older: number; newer: number }
  /** Nodes with a process that did not end when it was asked to. */
  killed: number
  /** Number of answers to the readers by status; `none` counts requests without an answer. */
  reads: Record<string, number>
  /** Answers to the readers that no client should see. */
  surprises: string[]
}

export type RecordedRound = {
  /** When it ended, ISO 8601. */
  at: string
  kind: string
  seed: number
  commit: string
  versions: string
  /** The safeguards and the machine, as sentences. */
  stand: string
  /** The load average of the machine when the round ended; other programs may have caused it. */
  load: number
  /** How long the round took, with its preparation and its check. */
  seconds: number
  acknowledged: number
  /** Acknowledged fundings that this round lost, and requests that it doubled. */
  lost: number
  doubled: number
  breaches: string[]
  /** Number of answers by status; `none` counts requests without an answer. */
  answers: Record<string, number>
  surprises: string[]
  withoutRetryAfter: number
  unanswered: number
  outageMs: number
  backMs: number | null
  wholeSeconds: number | null
  /** Why the round does not count; null if it does. */
  fault: string | null
  /** Only of a rolling update. */
  update?: UpdateRecord
}

/** Whether nothing acknowledged was lost, the books are consistent, nobody saw an error, and the service recovered. */
export const isGood = (round: RecordedRound): boolean =>
  round.lost === 0 &&
  round.doubled === 0 &&
  round.breaches.length === 0 &&
  round.surprises.length === 0 &&
  round.withoutRetryAfter === 0 &&
  round.unanswered === 0 &&
  round.backMs !== null &&
  round.fault === null

export const readRounds = (file: string): RecordedRound[] => readRecords(file, 'rounds')

/**
 * The rounds of all days before the day of a file, in their order.
 * @param file as from `resultFile`
 */
export function readEarlierDays(file: string): RecordedRound[] {
  const folder = path.dirname(file)
  const own = path.basename(file)
  const name = own.slice('2026-11-24-'.length)
  return existsSync(folder)
    ? readdirSync(folder)
        .filter(
          (entry) => /^\d{4}-\d\d-\d\d-/.test(entry) && entry.slice('2026-11-24-'.length) === `${name}.json`,
        )
        .map((entry) => path.join(folder, entry.slice(0, -'.json'.length)))
        .filter((day) => path.basename(day) < own)
        .toSorted()
        .flatMap(readRounds)
    : []
}

/**
 * Adds a round to those of its day, and writes the page anew. An interruption leaves the file as it was.
 * @returns all rounds of the day
 */
export function addRound(
  file: string,
  round: RecordedRound,
  page: (rounds: readonly RecordedRound[], earlier: readonly RecordedRound[]) => string,
): RecordedRound[] {
  const rounds = [...readRounds(file), round]
  keepRecords(file, 'rounds', rounds)
  writeFileSync(`${file}.md`, page(rounds, readEarlierDays(file)))
  return rounds
}

/**
 * The kind whose round comes next when all are wanted: the one that has the smallest part of its rounds, so that all
 * kinds advance together.
 * @returns null when no round is missing
 */
export function nextMissing(
  kinds: readonly FaultKind[],
  rounds: readonly Pick<RecordedRound, 'kind' | 'fault'>[],
): FaultKind | null {
  const counted = rounds.filter(({ fault }) => fault === null)
  const partOf = ({ name, rounds: wanted }: FaultKind) =>
    wanted === 0 ? 1 : counted.filter(({ kind }) => kind === name).length / wanted
  const missing = kinds.filter((kind) => partOf(kind) < 1)
  const smallest = Math.min(...missing.map(partOf))
  return missing.find((kind) => partOf(kind) === smallest) ?? null
}
