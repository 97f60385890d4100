import { runAnyway } from '../../../deploy/cluster/run.ts'
import { commitOf } from '../../../bench/src/stand/commit.ts'
import { describeMachine } from '../../../bench/src/stand/machine.ts'
import type { Round } from './round.ts'
import type { Verdict } from '../cluster/faults/verdict.ts'

export type JudgedRound = Round & { round: number; verdict: Verdict }

/** Why a round is not good; empty where it is. */
export function faultsOf({ verdict, tally, ...round }: JudgedRound): string[] {
  const { lost, doubled, unknown, breaches } = verdict
  return [
    ...(lost > 0 ? [`${lost} acknowledged are lost`] : []),
    ...(doubled > 0 ? [`${doubled} are doubled`] : []),
    ...(unknown > 0 && tally.unanswered === 0 ? [`${unknown} were made and acknowledged to nobody`] : []),
    ...breaches.map((breach) => `the books: ${breach}`),
    ...[...new Set(tally.surprises)].slice(0, 5).map((answer) => `answered ${answer}`),
    ...(tally.withoutRetryAfter > 0 ? [`${tally.withoutRetryAfter} answers 503 without Retry-After`] : []),
    ...(tally.unanswered > 0 ? [`${tally.unanswered} requests without an answer for a minute`] : []),
    ...(round.backMs === null ? ['the service was not back within a minute'] : []),
    ...(round.settledSeconds === null ? ['signed fundings were not settled within two minutes'] : []),
    ...(round.isUp ? [] : ['npm start ended']),
  ]
}

export const isGood = (round: JudgedRound): boolean => faultsOf(round).length === 0

export async function report(
  folder: string,
  rounds: readonly JudgedRound[],
  postgres: string,
): Promise<string> {
  const machine = describeMachine(folder, postgres)
  const nft = (await runAnyway('nft', ['--version'])).trim()
  const last = rounds.at(-1)?.verdict
  const bad = rounds.filter((round) => !isGood(round))
  return [
    `# Faults of one machine, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `Commit ${commitOf()}. ${postgres}, Node ${machine.node}, ${nft || 'no nftables'}. ${machine.cores} cores (${machine.cpu}), ` +
      `${machine.memoryGiB} GiB, ${machine.kernel}, ${machine.fileSystem}. \`npm start\` on this machine, data on an ext4 of its own.`,
    '',
    '8 clients read agreements, fund, sign at the sandbox and withdraw; each repeats a request under its key until it is answered.',
    'Outage: the longest time in which no client had a success. Back: after the cause was gone. Settled: from the end of the load until',
    'every funding that the provider had confirmed as signed was settled. The sums hold for all acknowledgements so far, compared with a log outside the database.',
    '',
    '| fault | round | acknowledged | signed | lost | doubled | books | 503 | 5xx but 503 | outage s | back s | settled s | restarts |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rounds.map(rowOf),
    '',
    ...rounds
      .filter(({ note }) => note !== '')
      .map(({ kind, round, note }) => `${kind}, round ${round}: ${note}.`),
    '',
    `Acknowledged in all: ${last?.acknowledged ?? 0}. Lost: ${last?.lost ?? 0}. Doubled: ${last?.doubled ?? 0}. ` +
      (bad.length === 0 ? 'Every round was good.' : `NOT GOOD: ${bad.length} of ${rounds.length} rounds.`),
    ...bad.flatMap((one) => [
      '',
      `${one.kind}, round ${one.round}:`,
      ...faultsOf(one).map((line) => `- ${line}`),
    ]),
    '',
  ].join('\n')
}

function rowOf({ kind, round, acknowledged, verdict, tally, ...times }: JudgedRound): string {
  const others = Object.entries(tally.answers).filter(
    ([status]) => status.startsWith('5') && status !== '503',
  )
  const cells = [
    kind,
    round,
    acknowledged,
    times.signed,
    verdict.lost,
    verdict.doubled,
    verdict.breaches.length === 0 ? 'whole' : `${verdict.breaches.length} broken`,
    tally.answers['503'] ?? 0,
    others.map(([status, count]) => `${status}: ${count}`).join(', ') || 0,
    (times.outageMs / 1000).toFixed(1),
    times.backMs === null ? 'not within 60' : (times.backMs / 1000).toFixed(1),
    times.settledSeconds === null ? 'not within 120' : times.settledSeconds.toFixed(0),
    times.restarts,
  ]
  return `| ${cells.join(' | ')} |`
}
