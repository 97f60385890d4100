import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres, stopCluster, testProfile } from '../database/index.ts'
import { migrationsFolder } from '../src/main/testing.ts'
import { Database } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { readMigrations } from '../src/platform/db/migration-files.ts'
import { withClient } from './global-setup.ts'

/** Two PostgreSQL servers of their own, the second a replica that streams from the first. */
export type ReplicatedServers = {
  primary: EmbeddedPostgres
  replica: EmbeddedPostgres
  /** Starts a replica that has ended again. */
  startReplica(): Promise<EmbeddedPostgres>
  /** Runs statements on a server as its superuser. */
  on(server: EmbeddedPostgres, ...statements: string[]): Promise<void>
  remove(): Promise<void>
}

const binaries = process.env.TEST_PG_BIN_DIR ? { binDir: process.env.TEST_PG_BIN_DIR } : {}

export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pematang-replicated-'))
  // The servers of a superuser run as another user.
  chmodSync(folder, 0o711)
  const [primaryDir, replicaDir] = [path.join(folder, 'primary'), path.join(folder, 'replica')]
  const flags = [...testProfile({ fsync: true }), '-c', 'wal_level=replica', '-c', 'max_wal_senders=4']
  const startPrimary = () =>
    startEmbeddedPostgres({ dataDir: primaryDir, database: 'pematang', flags, ...binaries })
  const first = await startPrimary()
  const owner = new Database({ url: first.url, size: 1 })
  await migrate(owner, await readMigrations(migrationsFolder))
  await owner.close()
  await first.stop()
  execFileSync('cp', ['-a', primaryDir, replicaDir])
  writeFileSync(path.join(replicaDir, 'cluster', 'standby.signal'), '')
  const primary = await startPrimary()
  // Its socket lies in a folder that only the servers' user can enter.
  writeFileSync(
    path.join(primaryDir, 'cluster', 'pg_hba.conf'),
    'local all all trust\nlocal replication all trust\n',
  )
  await on(primary, 'select pg_reload_conf()')
  const { host, port, user } = primary.connection
  const source = `host=${host} port=${port} user=${user}`
  const startReplica = () =>
    startEmbeddedPostgres({
      dataDir: replicaDir,
      database: 'pematang',
      flags: [...flags, '-c', `primary_conninfo=${source}`, '-c', 'wal_retrieve_retry_interval=200ms'],
      ...binaries,
    })
  return {
    primary,
    replica: await startReplica(),
    startReplica,
    on,
    async remove() {
      await stopCluster(replicaDir)
      await stopCluster(primaryDir)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const on = ({ url }: EmbeddedPostgres, ...statements: string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
