import type { prepareRequests, seedFundings } from '../../../../bench/src/seed/fundings.ts'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { contextOf } from '../../../../bench/src/stand/stand.ts'
import { startApplication, stopApplication } from '../application-node.ts'
import type { Node } from '../../../../deploy/cluster/layout.ts'
import { namespaceOf } from '../network.ts'
import { killPrograms } from '../programs.ts'
import { migrateDatabase, ownerUrl } from '../provision.ts'
import {
  lastReleasedCommit,
  type Release,
  thisRelease,
  unpackRelease,
} from '../../../../server/testing/released/checkout.ts'
import { run } from '../../../../deploy/cluster/run.ts'
import type { ClusterState } from '../state.ts'
import { isReady } from '../up.ts'
import { startApplications, startOlder } from './kept-database.ts'
import { Readers, readCallsOf } from './readers.ts'
import type { FaultKind } from './fault-kind.ts'
import type { Acknowledgement } from './load.ts'
import type { UpdateRecord } from './record.ts'
import { judge, type Verdict } from './verdict.ts'

/** Seconds for which both versions serve side by side; for half as long the older one serves on the newer schema first. */
const sideBySideSeconds = 10
const readyWithinSeconds = 60
const readers = 4

/** The kind of a round of its own: what it breaks needs an older version, which `recordUpdate` prepares. */
export const updateKind: FaultKind = {
  name: 'rolling-update',
  words:
    'both application nodes are updated from the last released version, one after the other, with the migrations first',
  lasts: 0,
  takes: 45,
  rounds: 5,
  aimSeconds: null,
  cause: () => Promise.reject(new Error('A rolling update needs an older version.')),
}

/** What the modules of the older version are used for: its own rows, made by its own verbs. */
type Older = {
  seedFundings: typeof seedFundings
  prepareRequests: typeof prepareRequests
  contextOf: typeof contextOf
}

type Parts = {
  state: ClusterState
  release: Release
  older: Older
  context: Awaited<ReturnType<Older['contextOf']>>
  seed: Awaited<ReturnType<Older['seedFundings']>>
}

/** Lenders, loans and requests in the database of an older version, which runs on all application nodes. */
export class OlderVersion {
  readonly #parts: Parts

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Unpacks the older version and runs it, with a database of its schema.
   * @param from its commit; by default that of the last release
   */
  static async start(state: ClusterState, from: string | undefined): Promise<OlderVersion> {
    const folder = path.join(state.folder, 'releases')
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const older = from ?? (await lastReleasedCommit())
    if (older === null)
      throw new Error('There is no history here that has a release: name a commit with --from.')
    const release = await unpackRelease(older, folder)
    await startOlder(state, release)
    const module = (file: string) => import(pathToFileURL(path.join(release.tree, file)).href)
    const modules = {
      ...(await module('bench/src/stand/stand.ts')),
      ...(await module('bench/src/seed/fundings.ts')),
    } as Older
    const context = await modules.contextOf(ownerUrl(state))
    const seed = await modules.seedFundings(context, 400, 400)
    await context.db.query({ text: 'analyze' })
    await startApplications(state, release)
    return new OlderVersion({ state, release, older: modules, context, seed })
  }

  get lenders() {
    return this.#parts.seed.lenders
  }

  prepare(count: number) {
    const { older, context, seed } = this.#parts
    return older.prepareRequests(context, seed, 'spread', count)
  }

  newRecord(newer: string): UpdateRecord {
    return {
      older: this.#parts.release.commit,
      newer,
      migrations: [],
      migrationSeconds: 0,
      served: { older: 0, newer: 0 },
      killed: 0,
      reads: {},
      surprises: [],
    }
  }

  async judge(acknowledged: readonly Acknowledgement[]): Promise<Verdict> {
    const context = await contextOf(ownerUrl(this.#parts.state))
    try {
      return await judge(context, acknowledged)
    } finally {
      await context.db.close()
    }
  }

  /** Ends the connections of the older version's own code. */
  close(): Promise<void> {
    return this.#parts.context.db.close()
  }

  /**
   * Updates the cluster node by node under the load of the round: the migration, the older version on the newer schema
   * (where it is the older one's too, a process dies and starts again), both versions side by side, then the newer one alone.
   */
  async update(record: UpdateRecord): Promise<void> {
    const { state } = this.#parts
    const host = state.layout.router.address
    const [first, second] = state.layout.applications
    if (!first || !second) throw new Error('A rolling update needs two application nodes.')
    const newer = await thisRelease()
    const reading = new Readers({
      host,
      calls: await readCallsOf(host),
      tokens: this.lenders.map(({ token }) => token),
      clients: readers,
    })
    try {
      const begun = performance.now()
      record.migrations = await migrateDatabase(state, newer)
      record.migrationSeconds = (performance.now() - begun) / 1000
      await sleep((sideBySideSeconds / 2) * 1000)
      // No process starts on a schema that is newer than its own: only where it stayed the same does a dead one come back.
      if (record.migrations.length === 0) {
        await killPrograms(second, 'http.ts')
        await untilReady(state, second, 'The older version does not start again.')
      }
      await replace(state, first, newer, record)
      const before = await Promise.all([first, second].map(answered))
      await sleep(sideBySideSeconds * 1000)
      const after = await Promise.all([first, second].map(answered))
      record.served = {
        newer: (after[0] ?? 0) - (before[0] ?? 0),
        older: (after[1] ?? 0) - (before[1] ?? 0),
      }
      await replace(state, second, newer, record)
    } finally {
      await reading.stop()
      record.reads = reading.answers
      record.surprises = reading.surprises
    }
  }
}

/** Stops a node's version, as systemd does, and starts another one. */
async function replace(
  state: ClusterState,
  node: Node,
  { tree }: Release,
  record: UpdateRecord,
): Promise<void> {
  if (!(await stopApplication(node))) record.killed += 1
  startApplication(state, node, tree)
  await untilReady(state, node, `The newer version does not start on ${node.name}.`)
}

async function untilReady(state: ClusterState, node: Node, otherwise: string): Promise<void> {
  const end = performance.now() + readyWithinSeconds * 1000
  // A process that was killed this moment is not taken for the one that follows it.
  await sleep(1_500)
  while (!(await isReady(state, node))) {
    if (performance.now() > end) throw new Error(otherwise)
    await sleep(200)
  }
}

/** The number of fundings that the HTTP process of a node has answered with 200 since it started. */
async function answered(node: Node): Promise<number> {
  const text = await run('ip', [
    'netns',
    'exec',
    namespaceOf(node),
    'curl',
    '-sf',
    'http://127.0.0.1:9464/metrics',
  ])
  return fundingsIn(text)
}

/** The fundings that an HTTP process has answered with 200, by its metrics. */
export function fundingsIn(metrics: string): number {
  let sum = 0
  for (const line of metrics.split('\n')) {
    const [, labels = '', value = ''] = /^http_request_duration_seconds_count\{(.+)\} (\d+)$/.exec(line) ?? []
    if (labels.includes('operation="fundLoan"') && labels.includes('status="200"')) sum += Number(value)
  }
  return sum
}

/** Why a round proves nothing about versions side by side; null if it does. */
export function updateFault({ served, killed }: UpdateRecord): string | null {
  if (served.older === 0 || served.newer === 0) return 'the versions did not serve side by side'
  if (killed > 0) return 'a process that was asked to end had to be killed'
  return null
}
