import { startApplication, stopApplication } from '../application-node.ts'
import { inDatabase } from '../../../../deploy/cluster/in-database.ts'
import { makeDatabase, migrateDatabase, superuserUrl } from '../provision.ts'
import { type Release, thisRelease } from '../../../../server/testing/released/checkout.ts'
import type { ClusterState } from '../state.ts'
import { untilServing } from '../up.ts'

// A round with an older version needs a database with its schema. The cluster's own is kept under another name
// meanwhile.

const keptName = 'pematang_kept'

/** Puts an empty database with the schema of a version in the place of the cluster's, and runs that version. */
export async function startOlder(state: ClusterState, release: Release): Promise<void> {
  await stopApplications(state)
  await rename(state, 'pematang', keptName)
  await makeDatabase(state)
  await migrateDatabase(state, release)
}

/**
 * Puts the cluster's own database back where a round keeps it, and runs this version. Changes nothing where nothing is
 * kept.
 */
export async function restoreKept(state: ClusterState): Promise<void> {
  const kept = await inDatabase(superuserUrl(state), async (db) => {
    const { rows } = await db.query({ text: `select from pg_database where datname = '${keptName}'` })
    return rows.length > 0
  })
  if (!kept) return
  await stopApplications(state)
  await inDatabase(superuserUrl(state), (db) =>
    db.query({ text: 'drop database if exists pematang with (force)' }),
  )
  await rename(state, keptName, 'pematang')
  await startApplications(state, await thisRelease())
}

/** Runs a version on all application nodes and waits until it answers. */
export async function startApplications(state: ClusterState, { tree }: Release): Promise<void> {
  for (const node of state.layout.applications) startApplication(state, node, tree)
  await untilServing(state, 90)
}

async function stopApplications({ layout }: ClusterState): Promise<void> {
  await Promise.all(layout.applications.map(stopApplication))
}

async function rename(state: ClusterState, from: string, to: string): Promise<void> {
  await inDatabase(superuserUrl(state), async (db) => {
    await db.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`,
    })
    await db.query({ text: `alter database ${from} rename to ${to}` })
  })
}
