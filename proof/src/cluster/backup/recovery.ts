import path from 'node:path'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditKeyFile } from '../application-node.ts'
import { startDatabaseNode } from '../database-node.ts'
import { acknowledgementsIn, Fixture } from '../faults/fixture.ts'
import { Load } from '../faults/load.ts'
import { writePage } from '../../../../bench/src/report/write.ts'
import { describeStand } from '../faults/report.ts'
import { untilAllTakePart } from '../faults/round.ts'
import { judge, type Verdict } from '../faults/verdict.ts'
import { nodeNamed } from '../../../../deploy/cluster/layout.ts'
import { signalNode } from '../network.ts'
import { leaderOf, membersOf, untilWhole } from '../patroni.ts'
import type { ClusterState } from '../state.ts'
import { type Backup, describeBackup, makeBackup } from './make.ts'
import { repositoryFilesOf } from './node.ts'
import { describeRestored, type Restored, type RestoreOptions, restoreCompared } from './restore-compared.ts'

const clients = 16
/** More requests than 16 clients send in the minute or two of the drill. */
const prepared = 45_000

type Drill = {
  backup: Backup
  /** Seconds for which the archive did not answer before the first primary died for good. */
  archiveAwaySeconds: number
  latest: Restored
  moment: Restored
  /** Seconds before the loss. */
  momentBefore: number
  after: Verdict
}

/**
 * Loses the whole database under load and gets it back from the backups: a full backup under load; the archive stops
 * answering, and the primary's node dies while its last segments wait, so that the new primary has to hand them over; then
 * all database nodes die at once. Restored are all that was archived, and a moment between. At the end the nodes start again.
 * @returns 0 if nothing was missing that had to be there, the books are whole, and the cluster itself lost nothing
 */
export async function runRecovery(state: ClusterState): Promise<number> {
  if ((await untilWhole(state, 60)) === null) throw new Error('The cluster is not whole.')
  const fixture = await Fixture.open(state)
  try {
    const requests = await fixture.prepare(prepared)
    const { lenders } = fixture.seed
    const host = state.layout.router.address
    const load = new Load({ host, clients, lenders, requests, log: fixture.log })
    const drill = await loseEverything(state, fixture, load)
    const { commit, versions, stand } = await describeStand(state)
    const now = new Date()
    const page = recoveryPage(drill, `Commit ${commit}. ${versions}. ${stand}.`, now)
    console.log(`Written to ${writePage('cluster-restore', page, now)}`)
    const { latest, moment, after } = drill
    return latest.right && moment.right && after.lost === 0 && after.breaches.length === 0 ? 0 : 1
  } finally {
    await fixture.close()
  }
}

async function loseEverything(state: ClusterState, fixture: Fixture, load: Load): Promise<Drill> {
  const { databases, backup: host } = state.layout
  await sleep(2_000)
  const backup = await makeBackup(state, 'full')
  say(describeBackup(backup))
  await sleep(3_000)
  say('the archive stops answering, and after some segments the node of the primary dies')
  await signalNode(host, 'SIGSTOP')
  const away = performance.now()
  await sleep(8_000)
  const dead = nodeNamed(state.layout, leaderOf(await membersOf(state))?.name ?? '')
  await signalNode(dead, 'SIGKILL')
  await signalNode(host, 'SIGCONT')
  const archiveAwaySeconds = (performance.now() - away) / 1000
  await sleep(15_000)
  const moment = new Date()
  await sleep(10_000)
  say('all database nodes die')
  const lostAt = Date.now()
  for (const node of databases) await signalNode(node, 'SIGKILL')
  const ended = load.stop()
  const restored = { latest: await restoreNow(state, null), moment: await restoreNow(state, moment) }
  say('the database nodes start again')
  for (const node of databases) startDatabaseNode(state, node)
  await untilAllTakePart(state)
  await ended
  const after = await judge(fixture.context, fixture.acknowledgements())
  console.log(`  the cluster itself: ${after.acknowledged} acknowledged, ${after.lost} lost`)
  return { backup, archiveAwaySeconds, ...restored, momentBefore: (lostAt - moment.getTime()) / 1000, after }
}

/** Where a restore of this cluster reads from, and what it is compared with. */
export const restoreSources = (
  state: ClusterState,
): Pick<RestoreOptions, 'config' | 'auditKeyFile' | 'acknowledgements'> => ({
  config: repositoryFilesOf(state).restoreConfig,
  auditKeyFile: auditKeyFile(state),
  acknowledgements: acknowledgementsIn(state.folder),
})

async function restoreNow(state: ClusterState, to: Date | null): Promise<Restored> {
  const into = path.join(state.folder, `restored-${to === null ? 'latest' : 'moment'}`)
  rmSync(into, { recursive: true, force: true })
  const restored = await restoreCompared({ ...restoreSources(state), to, into })
  say(to === null ? 'all that was archived' : to.toISOString())
  for (const line of describeRestored(restored)) console.log(`    ${line}`)
  rmSync(into, { recursive: true, force: true })
  return restored
}

export const recoveryPage = (drill: Drill, stand: string, now: Date): string =>
  [
    `# Restore of the cluster, ${now.toISOString().slice(0, 10)}`,
    '',
    stand,
    '',
    '16 clients fund loans through the load balancer. A full backup is made beside them. Then the backup host stops answering',
    `for ${drill.archiveAwaySeconds.toFixed(0)} s, the node of the primary dies for good while its last segments wait, and a standby takes over. Some 25 s later`,
    'all database nodes die at once, and the database is restored from the backup host alone, twice. What was acknowledged is',
    'compared with the restored fundings. All nodes share one machine, whose other programs are in the load average; the',
    'sizes are those of a test.',
    '',
    `Backup ${describeBackup(drill.backup)}.`,
    '',
    '| restored | right | acknowledged until then | missing | from later | behind a hole | recovery point s | files s | log s | audit s | recovery time s |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    rowOf('all that was archived', drill.latest),
    rowOf(`${drill.momentBefore.toFixed(1)} s before the loss`, drill.moment),
    '',
    'Recovery point: the seconds of acknowledged work before the last acknowledgement that are not in the archive. They depend on how',
    'long a segment of 16 MB takes to fill; it is handed over after 60 s at the latest.',
    '',
    `Afterwards the nodes were started again from their own disks: of ${drill.after.acknowledged} acknowledged fundings ${drill.after.lost} were lost, ` +
      `${drill.after.doubled} doubled, ${drill.after.breaches.length} breaches of the books.`,
    '',
    ...[...drill.latest.breaches, ...drill.moment.breaches, ...drill.after.breaches].map(
      (line) => `- \`${line.replaceAll('`', '')}\``,
    ),
  ].join('\n')

function rowOf(name: string, { right, point, seconds }: Restored): string {
  const { files, log, audit } = seconds
  const counts = [point?.acknowledged, point?.missing, point?.beyond, point?.holes]
  const times = [point?.lostSeconds ?? 0, files, log, audit, files + log + audit].map((one) => one.toFixed(1))
  return `| ${[name, right ? 'yes' : 'NO', ...counts, ...times].join(' | ')} |`
}

const say = (text: string): void => console.log(`  ${text}`)
