import { inspect, parseArgs } from 'node:util'
import { positive } from '../../bench/src/options.ts'
import { proofText, writeProof, writeSabotages } from './prove/report.ts'
import { type Driven, drive, Found } from './prove/run/drive.ts'
import { evidenceOf } from './prove/run/evidence.ts'
import { targets } from './prove/run/killing.ts'
import { shrink } from './prove/run/replay.ts'
import { Run } from './prove/run/run.ts'
import { Template } from './prove/run/template.ts'
import { findAll } from './sabotages/find.ts'
import { sabotages } from './sabotages/table.ts'
import { commitOf } from '../../bench/src/stand/commit.ts'
import { describeMachine } from '../../bench/src/stand/machine.ts'
import { openStand, serverVersion } from '../../bench/src/stand/stand.ts'

// Compares the product with a model of its rules (docs/proof.md). Exit code 0: no breach, and each rule that was
// switched off was detected; otherwise 1.

const { values } = parseArgs({
  options: {
    operations: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '16' },
    minutes: { type: 'string', default: '60' },
    'per-round': { type: 'string', default: '100' },
    'rounds-per-stop': { type: 'string', default: '16' },
    'per-kill': { type: 'string', default: '2500' },
    servers: { type: 'string', default: '2' },
    kill: { type: 'string' },
    together: { type: 'string', default: '1' },
    patience: { type: 'string', default: '1' },
    sabotage: { type: 'string' },
    'no-kills': { type: 'boolean', default: false },
    shrink: { type: 'string' },
    dense: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

if (values.sabotage === 'list') {
  for (const { name, fault } of sabotages) console.log(`${name.padEnd(28)}${fault}`)
  process.exit(0)
}
/**
 * The settings of a short run, for trying a change of the product: fewer operations and only some rules. A slow
 * machine does as many: the limit of minutes only ends what hangs.
 */
const short = {
  ...{
    seed: '20261123',
    operations: '5000',
    workers: '8',
    minutes: '30',
    shrink: '0',
    together: '2',
    patience: '2',
    servers: '1',
    'rounds-per-stop': '3.125',
    'per-kill': '625',
  },
  sabotage: 'payment-credited-double,key-for-any-body,no-limit-of-loan',
}
if (values.short) Object.assign(values, short)
const names = values.sabotage?.split(',') ?? []
const chosen = names[0] === 'all' ? sabotages : sabotages.filter(({ name }) => names.includes(name))
if (names.length > 0 && chosen.length === 0) throw new Error(`there is no sabotage ${values.sabotage}`)

const seed = positive('seed', values.seed) ?? 1
const workers = positive('workers', values.workers) ?? 16
const perRound = positive('per-round', values['per-round']) ?? 100
const roundsPerStop = positive('rounds-per-stop', values['rounds-per-stop']) ?? 8
const perKill = values['no-kills'] ? 0 : (positive('per-kill', values['per-kill']) ?? 0)
const killed = targets.filter((one) => values.kill === undefined || values.kill.split(',').includes(one))
if (killed.length === 0) throw new Error(`--kill takes some of ${targets.join(',')}`)
const together = positive('together', values.together) ?? 1
const times = positive('patience', values.patience) ?? 1
const operations = positive('operations', values.operations) ?? (chosen.length > 0 ? 0 : 20_000)
const mostMinutes = positive('minutes', values.minutes) ?? 60

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
process.once('SIGTERM', () => void stand.close().finally(() => process.exit(143)))
const template = await Template.make(stand, workers)
try {
  // Read before the run, which takes long enough for another commit.
  const what = { commit: commitOf(), machine: describeMachine(stand.folder, await serverVersion(stand)) }
  const driven = operations > 0 ? await runProduct() : null
  const result = { seed, workers, ...what, driven }
  if (driven) console.log(proofText(result))
  if (values.keep && driven) console.log(`Written to ${writeProof(result)}`)
  if (chosen.length > 0) {
    const found = await findAll(template, chosen, {
      ...{ seed, together, patience: times },
      explain: (breach, name) => makeSmaller(breach, name, Number(values.shrink ?? 0)),
      tell: (one) => {
        const how = one.found ?? 'NOT FOUND'
        console.log(`${one.name}: ${how}, ${one.operations} operations, ${one.seconds.toFixed(0)} s`)
        if (values.keep) writeSabotages(result, one)
      },
    })
    const missed = found.filter((one) => one.found === null)
    console.log(`${found.length - missed.length} of ${found.length} rules that were switched off were found`)
    if (missed.length > 0) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof Found)) throw error
  explain(error)
  await makeSmaller(error, null, Number(values.shrink ?? 10))
  process.exitCode = 1
} finally {
  await stand.close()
}

async function runProduct(): Promise<Driven> {
  const run = await Run.open(template, `seed-${seed}`, { servers: positive('servers', values.servers) ?? 1 })
  try {
    const plan = {
      seed,
      operations,
      ...{ perRound, roundsPerStop, perKill, killed },
      stopsPerJump: 1,
      mix: values.dense ? ('dense' as const) : ('usual' as const),
      endsAt: Date.now() + mostMinutes * 60_000,
    }
    return await drive(run, plan, (line) => console.log(line))
  } catch (error) {
    if (error instanceof Found) await printEvidence(run, error)
    throw error
  } finally {
    await run.close()
  }
}

/** Prints what the books say about the lenders of the worker, and the ends of the logs, before both are deleted. */
async function printEvidence({ scenario }: Run, { breach, island }: Found): Promise<void> {
  for (const [part, lines] of Object.entries(scenario.system.latestLines(40)))
    console.log(`the end of the log of ${part}:\n${lines}`)
  const { operation } = breach
  const named = operation && 'lender' in operation && operation.lender !== null ? [operation.lender] : null
  for (const lender of named ?? island?.lenders.keys() ?? []) {
    const evidence = await evidenceOf(scenario, lender).catch(String)
    console.log(`the books of ${lender}: ${inspect(evidence, { depth: 8, maxArrayLength: null })}`)
  }
}

function explain({ breach, operations: until }: Found): void {
  console.log(`BREACH after ${until} operations, seed ${seed}: ${breach.message}`)
  if (breach.operation) console.log(`operation: ${JSON.stringify(breach.operation)}`)
  console.log(inspect(breach.found, { depth: 8 }))
}

/**
 * Prints the shortest list of operations found that reproduces a breach.
 * @param sabotage the name of the rule that is switched off
 */
async function makeSmaller(
  { island, steps }: Found,
  sabotage: string | null,
  minutes: number,
): Promise<void> {
  if (!island || minutes === 0) return
  console.log(`looking for the fewest of ${steps.length} steps of worker ${island.index} that show it`)
  const until = Date.now() + minutes * 60_000
  const shrunk = await shrink(template, { index: island.index, steps, sabotage, until })
  if (!shrunk) {
    console.log('its steps by themselves do not show it: it needs the kills or the other workers')
    return
  }
  console.log(`${shrunk.steps.length} steps show it (${shrunk.plays} replays): ${shrunk.breach.message}`)
  for (const step of shrunk.steps) console.log(JSON.stringify(step))
  console.log(inspect(shrunk.breach.found, { depth: 8 }))
}
