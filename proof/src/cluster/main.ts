import path from 'node:path'
import { parseArgs } from 'node:util'
import { describeBackup, makeBackup } from './backup/make.ts'
import { restoreSources, runRecovery } from './backup/recovery.ts'
import { describeRestored, restoreCompared } from './backup/restore-compared.ts'
import { authoritySteps } from '../../../deploy/cluster/authority.ts'
import { listCertificates, warningDays } from '../../../deploy/cluster/expiry.ts'
import { runFaults } from './faults/main.ts'
import { layoutIn, layoutOf } from '../../../deploy/cluster/layout.ts'
import { membersOf, switchOver, untilWhole } from './patroni.ts'
import { render } from '../../../deploy/cluster/render.ts'
import { renew } from '../../../deploy/cluster/renew.ts'
import { readState } from './state.ts'
import { down, isReady, up } from './up.ts'

// `npm run cluster -- COMMAND`: a cluster of three database nodes, two application nodes, a router and
// a backup host, in network namespaces of this machine.

const usage = `npm run cluster -- <command> [options]      (as root: it makes network namespaces)
  up             brings up three database nodes, two application nodes, a router and a backup host; installs Debian's packages
  status         what runs where
  switchover     hands the primary over to its synchronous standby
  faults         breaks one part after the other under load, and checks that nothing acknowledged is lost
  backup         copies the running database to the backup host: what has changed, or --full
  restore        restores a moment into a folder, audits its books and compares them with what was acknowledged:
                 --to TIME|latest --into FOLDER
  recovery       loses all database nodes under load, and restores; writes what was lost and how long it took
  down           ends and removes everything
  render         writes the configuration of every node, for machines of their own: --out FOLDER, and --net or --hosts
  renew          makes new certificates of the nodes in a folder of render: --out FOLDER; nothing else of it changes
  certificates   lists the certificates of a folder of render, and ends with 1 if one ends within ${warningDays} days: --out FOLDER
  --dir PATH     folder of the cluster (/var/tmp/pematang-cluster)
  --net A.B.C    network of the nodes (10.187.77)
render only:
  --hosts LIST   seven addresses, joined by commas: three databases, two applications, the load balancer, the backup host
  --out FOLDER   where the files are written
renew only:
  --authority STEP  replaces the authority in three steps: add, use and drop. All nodes get the files of one before the next
up only, to show that the checks notice:
  --without-sync commits do not wait for a standby
  --etcd3        Patroni talks to etcd over the v3 API
faults only:
  --all          every round that the day still lacks
  --minutes N    begins no round after so many minutes
  --short        switchover, kill and freeze, once each
  --only A,B     only these faults
  --rounds N     rounds of each (1)
  --from COMMIT  the older version of rolling-update (the last release)
  --seed N       what is chosen at random follows from it
  --name TEXT    ends the names of the files in bench/results
restore only:
  --config FILE  pgBackRest's configuration that reads the repository, on machines of their own (restore.conf of render)
  --audit-keys FILE  the keys of the audit trail, with --config`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: 'string', default: '/var/tmp/pematang-cluster' },
    net: { type: 'string', default: '10.187.77' },
    'without-sync': { type: 'boolean', default: false },
    hosts: { type: 'string' },
    out: { type: 'string' },
    authority: { type: 'string' },
    full: { type: 'boolean', default: false },
    to: { type: 'string' },
    into: { type: 'string' },
    config: { type: 'string' },
    'audit-keys': { type: 'string' },
    etcd3: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string' },
    from: { type: 'string' },
    name: { type: 'string', default: 'cluster' },
  },
})

const commands = 'up status switchover faults backup restore recovery down render renew certificates'.split(
  ' ',
)

async function main(command: string | undefined): Promise<number> {
  const folder = path.resolve(values.dir)
  if (command === undefined || !commands.includes(command)) {
    console.error(usage)
    return 2
  }
  const onFolder = onRendered[command]
  if (onFolder) {
    if (values.out === undefined) throw new Error(`${command} needs --out FOLDER`)
    return onFolder(values.out)
  }
  if (command === 'restore') return restoreMoment(folder)
  if (process.getuid?.() !== 0)
    throw new Error(
      'The cluster needs root, because it makes network namespaces: sudo npm run cluster -- ...',
    )
  return (await asRoot[command]?.(folder)) ?? 0
}

/** The commands on a folder of configuration for other machines; each returns its exit code. */
const onRendered: Readonly<Record<string, (out: string) => Promise<number> | number>> = {
  render: renderInto,
  renew: renewIn,
  certificates: printCertificates,
}

async function renderInto(out: string): Promise<number> {
  const { hosts, net } = values
  await render(hosts === undefined ? layoutIn(net) : layoutOf(hosts.split(',')), out)
  return 0
}

async function renewIn(out: string): Promise<number> {
  const step = authoritySteps.find((one) => one === values.authority)
  if (values.authority !== undefined && step === undefined)
    throw new Error(`--authority is one of ${authoritySteps.join(', ')}`)
  for (const sentence of await renew(out, step ?? null)) console.log(sentence)
  return 0
}

function printCertificates(out: string): number {
  const { lines, faults } = listCertificates(out, new Date())
  for (const line of lines) console.log(line)
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
}

/** The commands on a running cluster; each returns its exit code where that is not 0. */
const asRoot: Readonly<Record<string, (folder: string) => Promise<number | undefined | void>>> = {
  up: start,
  switchover: handOver,
  down,
  status: async (folder) => ((await printStatus(folder)) ? 0 : 1),
  faults: (folder) => runFaults(readState(folder), values),
  backup: async (folder) =>
    console.log(describeBackup(await makeBackup(readState(folder), values.full ? 'full' : 'incr'))),
  recovery: (folder) => runRecovery(readState(folder)),
}

async function start(folder: string): Promise<number> {
  const safety = { dcs: values.etcd3 ? 'etcd3' : 'etcd', synchronous: !values['without-sync'] } as const
  const { layout } = await up({ folder, prefix: values.net, safety })
  await printStatus(folder)
  console.log(`\n  Open     http://${layout.router.address}/lender\n  Remove   npm run cluster -- down`)
  return 0
}

/** Restores a moment of this cluster, or with --config of one on machines of their own. */
async function restoreMoment(folder: string): Promise<number> {
  const { to, into, config } = values
  if (to === undefined || into === undefined)
    throw new Error('restore needs --to TIME|latest and --into FOLDER')
  const moment = to === 'latest' ? null : new Date(to)
  if (moment !== null && (Number.isNaN(moment.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(to)))
    throw new Error(
      `--to ${to} is no time with its zone, such as 2026-11-24T14:30:00+07:00, and not "latest".`,
    )
  const restored = await restoreCompared({
    ...(config === undefined
      ? restoreSources(readState(folder))
      : { config, auditKeyFile: values['audit-keys'] ?? null, acknowledgements: [] }),
    to: moment,
    into: path.resolve(into),
  })
  console.log(`Restored ${moment?.toISOString() ?? 'all that was archived'} into ${path.resolve(into)}.`)
  for (const line of describeRestored(restored)) console.log(line)
  return restored.right ? 0 : 1
}

async function handOver(folder: string): Promise<number> {
  const state = readState(folder)
  const { from, to } = await switchOver(state)
  console.log(`The primary was ${from} and is ${to}.`)
  return (await untilWhole(state, 60)) === null ? 1 : 0
}

async function printStatus(folder: string): Promise<boolean> {
  const state = readState(folder)
  const members = await membersOf(state)
  const { databases, applications, router } = state.layout
  for (const { name, address } of databases) {
    const member = members.find((one) => one.name === name)
    console.log(
      `  ${name.padEnd(7)} ${address.padEnd(15)} ${member ? `${member.role}, ${member.state}` : 'away'}`,
    )
  }
  const ready = await Promise.all([...applications.map((one) => isReady(state, one)), isReady(state, router)])
  for (const [place, { name, address }] of [...applications, router].entries())
    console.log(`  ${name.padEnd(7)} ${address.padEnd(15)} ${ready[place] ? 'ready' : 'not ready'}`)
  return ready.every(Boolean) && (await untilWhole(state, 1)) !== null
}

try {
  process.exit(await main(positionals[0]))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
