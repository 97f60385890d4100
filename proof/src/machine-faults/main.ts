import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { one } from '../../../server/src/platform/db/database.ts'
import { writePage } from '../../../bench/src/report/write.ts'
import { run } from '../../../deploy/cluster/run.ts'
import { type FaultKind, faultKinds, hasTools } from './kinds.ts'
import { faultsOf, isGood, type JudgedRound, report } from './report.ts'
import { runRound } from './round.ts'
import { Stand } from './stand.ts'
import { judge, readLines } from './verdict.ts'

// `npm run machine-faults -- list|all|NAME…`: breaks one part of this machine after the other under the product as `npm
// start` runs it, and compares the answers that clients received with the database.

const usage = `npm run machine-faults -- list | all | NAME… [options]
  list           the faults; those marked * need root, the others gcc at most
  --rounds N     rounds of each (1)
  --dir PATH     a folder for the product's data, which is removed first (/var/tmp/pematang-machine-faults)
  --name TEXT    ends the name of the report (machine-faults)`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '1' },
    dir: { type: 'string', default: '/var/tmp/pematang-machine-faults' },
    name: { type: 'string', default: 'machine-faults' },
    inside: { type: 'boolean', default: false },
  },
})
const clients = 8
/** Of network namespaces of their own, or free by convention: no service of Debian has these ports. */
const port = 23_000

async function main(): Promise<number> {
  const [first] = positionals
  if (first === undefined) {
    console.error(usage)
    return 2
  }
  if (first === 'list') {
    for (const { name, words, needsRoot } of faultKinds)
      console.log(`${needsRoot ? '*' : ' '} ${name.padEnd(16)}${words}`)
    return 0
  }
  const isRoot = process.getuid?.() === 0
  const kinds = chosen(positionals, isRoot)
  if (kinds === null) return 2
  // Mounts, packet filters, ports and processes stay inside, and end with this command whatever happens to it.
  if (isRoot && !values.inside) return insideNamespaces()
  if (isRoot) await run('ip', ['link', 'set', 'lo', 'up'])
  return breakAll(kinds, { hasDisks: isRoot })
}

/** The faults to play, or null where they cannot be; says why. */
function chosen(names: readonly string[], isRoot: boolean): FaultKind[] | null {
  if (names.includes('all')) {
    const left = faultKinds.filter(({ needsRoot }) => needsRoot && !isRoot)
    if (left.length > 0)
      console.log(`Left out, because they need root: ${left.map(({ name }) => name).join(', ')}.`)
    return faultKinds.filter((kind) => !left.includes(kind))
  }
  const kinds = names.map((name) => faultKinds.find((kind) => kind.name === name))
  const unknown = names.find((_, place) => kinds[place] === undefined)
  if (unknown !== undefined) {
    console.error(`There is no fault ${unknown}; npm run machine-faults -- list names them.`)
    return null
  }
  const forbidden = kinds.find((kind) => kind?.needsRoot && !isRoot)
  if (forbidden) {
    console.error(
      `${forbidden.name} needs root, because it mounts a disk or filters packets: run it with sudo.`,
    )
    return null
  }
  // In the order of the list: what the audit names after the last one stays.
  return faultKinds.filter((kind) => kinds.includes(kind))
}

function insideNamespaces(): number {
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']
  const again = [process.execPath, ...process.argv.slice(1), '--inside']
  return spawnSync('unshare', [...namespaces, ...again], { stdio: 'inherit' }).status ?? 1
}

async function breakAll(kinds: readonly FaultKind[], { hasDisks }: { hasDisks: boolean }): Promise<number> {
  if (hasDisks && !(await hasTools()))
    throw new Error(
      'The faults of root need nftables, iproute2, util-linux and e2fsprogs: apt-get install them.',
    )
  const rounds = Math.max(1, Number(values.rounds) || 1)
  const folder = path.resolve(values.dir)
  const stand = await Stand.open(folder, { clients, port, hasDisks })
  const judged: JudgedRound[] = []
  let amount = 100_000
  try {
    const { version } = await one<{ version: string }>(stand.db, 'faults.version', 'select version()')
    for (const kind of kinds) {
      await stand.prepare(kind.needs)
      for (let round = 1; round <= rounds; round += 1) {
        console.log(`${kind.name}, round ${round}: ${kind.words}`)
        const result = await runRound(stand, kind, amount)
        amount = result.amount
        const verdict = await judge(stand.db, readLines(stand.log))
        judged.push(withoutNamed({ ...result, round, verdict }, kind))
        console.log(`  ${describe(judged.at(-1))}`)
      }
    }
    const text = await report(folder, judged, version.split(' on ')[0] ?? '')
    console.log(`Written to ${writePage(values.name, text)}`)
  } finally {
    await stand.close()
  }
  return judged.every(isGood) ? 0 : 1
}

/** Takes what the audit names because of the fault itself out of the breaches, and notes it. */
function withoutNamed(round: JudgedRound, { named }: FaultKind): JudgedRound {
  if (!named) return round
  const isNamed = (breach: string): boolean => breach.startsWith(`{"invariant":"${named.invariant}"`)
  const breaches = round.verdict.breaches.filter((breach) => !isNamed(breach))
  const count = round.verdict.breaches.length - breaches.length
  const note = count === 0 ? round.note : `the audit names ${count} of ${named.invariant}: ${named.why}`
  return { ...round, note, verdict: { ...round.verdict, breaches } }
}

function describe(round: JudgedRound | undefined): string {
  if (!round) return ''
  const { verdict, outageMs, tally, backMs, settledSeconds } = round
  return (
    `${isGood(round) ? 'good' : 'NOT GOOD'}: ${round.acknowledged} acknowledged, ${verdict.lost} lost, ${verdict.doubled} doubled, ` +
    `outage ${(outageMs / 1000).toFixed(1)} s, back ${backMs === null ? 'not within a minute' : `${(backMs / 1000).toFixed(1)} s`} after the cause, ` +
    `settled after ${settledSeconds?.toFixed(0) ?? 'more than 120'} s, ${round.restarts} restarts; answers ${JSON.stringify(tally.answers)} ${round.note}` +
    faultsOf(round)
      .map((line) => `\n    ${line}`)
      .join('')
  )
}

// The first process of a process namespace ignores signals that it does not handle.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
try {
  process.exit(await main())
} catch (error) {
  console.error(error)
  process.exit(1)
}
