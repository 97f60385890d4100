import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Connection } from '../postmaster.ts'
import { acquireLock, LockHeldError } from '../process-lock.ts'
import { type Archive, archiveOf, systemOf } from './archive.ts'
import { BackupError, explainWrite } from './backup-error.ts'
import { copyCluster, hashOf, syncPath } from './copy.ts'
import { draftPrefix, type Manifest, manifestFile } from './manifest.ts'
import { parseSegment } from './wal.ts'

export type CreateOptions = {
  /** Connection as the superuser of the running server. */
  connection: Connection
  backupFolder: string
  /** Longest wait for the archive to store the last segment, milliseconds. */
  archiveLimitMs?: number
}

/**
 * Makes a base backup of the running server under load: a copy of its files between pg_backup_start and
 * pg_backup_stop, which is consistent together with the log written meanwhile. It has a temporary name until it is
 * complete and flushed.
 * @throws {BackupError} when the server has no archive, the archive does not accept the log, another backup runs, or
 *   the disk is full
 */
export async function createBackup(options: CreateOptions): Promise<Manifest> {
  const client = new Client(options.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const cluster = await clusterWithArchive(client)
    const archive = archiveOf(path.resolve(options.backupFolder), systemOf(cluster))
    if (!existsSync(archive.wal))
      throw new BackupError(
        `The server does not archive to ${archive.wal}: it was started with another BACKUP_FOLDER.`,
      )
    await mkdir(archive.base, { recursive: true, mode: 0o700 })
    const lock = await lockBackups(archive)
    try {
      await removeInterrupted(archive.base)
      return await copyBetweenMarks(client, cluster, archive, options.archiveLimitMs ?? 300_000)
    } finally {
      lock.release()
    }
  } finally {
    // Ending the session aborts a backup that was not stopped.
    await client.end()
  }
}

async function lockBackups({ base }: Archive) {
  try {
    return await acquireLock(path.join(base, '.lock'), 0)
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error
    throw new BackupError(`Another backup is being made by process ${error.pid}.`, { cause: error })
  }
}

async function clusterWithArchive(client: Client): Promise<string> {
  const { rows } = await client.query<{ cluster: string; mode: string; tablespaces: number }>(
    `select current_setting('data_directory') as cluster, current_setting('archive_mode') as mode,
            (select count(*)::int from pg_tablespace where oid >= 16384) as tablespaces`,
  )
  const [seen] = rows
  if (seen === undefined || seen.mode === 'off')
    throw new BackupError(
      'The server runs without an archive, and a backup is nothing without its log: set BACKUP_FOLDER and start it again.',
    )
  if (seen.tablespaces > 0)
    throw new BackupError('The database has tablespaces outside its folder, which this backup does not copy.')
  return seen.cluster
}

async function removeInterrupted(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (name.startsWith(draftPrefix)) await rm(path.join(base, name), { recursive: true, force: true })
  }
}

type Mark = { position: string; segment: string; at: string; version: number }

const now = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

async function copyBetweenMarks(
  client: Client,
  cluster: string,
  archive: Archive,
  archiveLimitMs: number,
): Promise<Manifest> {
  const begun = await client.query<Mark>(
    `with mark as materialized (select pg_backup_start('pematang', fast => true) as position)
     select position::text, pg_walfile_name(position) as segment, ${now} as at,
            current_setting('server_version_num')::int as version from mark`,
  )
  const start = begun.rows[0] as Mark
  const id = start.at.replaceAll(/[-:]|\.\d+/g, '')
  const draft = path.join(archive.base, draftPrefix + id)
  try {
    await mkdir(draft, { mode: 0o700 })
    const target = path.join(draft, 'cluster')
    await mkdir(target, { mode: 0o700 })
    const copied = await copyCluster(cluster, target)
    const ended = await client.query<{ position: string; segment: string; at: string; label: string }>(
      `with mark as materialized (select * from pg_backup_stop(wait_for_archive => false))
       select lsn::text as position, pg_walfile_name(lsn) as segment, ${now} as at, labelfile as label from mark`,
    )
    const stop = ended.rows[0] as { segment: string; at: string; label: string }
    await writeFlushed(path.join(target, 'backup_label'), stop.label)
    const label = { path: 'backup_label', bytes: Buffer.byteLength(stop.label) }
    copied.files.push({ ...label, sha256: await hashOf(path.join(target, 'backup_label')) })
    await waitForSegment(client, archive.wal, stop.segment, archiveLimitMs)
    const manifest: Manifest = {
      id,
      system: systemOf(cluster),
      major: Math.floor(start.version / 10_000),
      timeline: parseSegment(start.segment)?.timeline ?? 1,
      startedAt: start.at,
      completedAt: stop.at,
      firstSegment: start.segment,
      lastSegment: stop.segment,
      bytes: copied.files.reduce((sum, { bytes }) => sum + bytes, 0),
      ...copied,
    }
    await writeFlushed(path.join(draft, manifestFile), JSON.stringify(manifest))
    await syncPath(draft)
    await rename(draft, path.join(archive.base, id))
    await syncPath(archive.base)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw explainWrite(error, archive.base)
  }
}

async function writeFlushed(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flush: true })
}

/**
 * Waits until the archive has a segment.
 * @throws {BackupError} when it does not arrive in time
 */
async function waitForSegment(client: Client, wal: string, segment: string, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!existsSync(path.join(wal, `${segment}.gz`))) {
    if (Date.now() >= deadline) {
      const { rows } = await client.query<{ failed: string | null }>(
        'select last_failed_wal as failed from pg_stat_archiver',
      )
      const failed = rows[0]?.failed
      const why = failed ? ` (it failed at ${failed}; the server's log says why)` : ''
      throw new BackupError(
        `The archive ${wal} has not taken ${segment} in ${Math.round(limitMs / 1000)} s${why}, so the backup was not kept.`,
      )
    }
    await sleep(100)
  }
  await using handle = await open(path.join(wal, `${segment}.gz`))
  await handle.sync()
}
