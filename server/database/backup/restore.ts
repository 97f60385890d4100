import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../data-folder.ts'
import { EmbeddedPostgresError } from '../errors.ts'
import { livePostmaster } from '../postmaster.ts'
import { ownerOf, serverUser } from '../server-user.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../start.ts'
import { type Archive, asFlags, restoreCommand } from './archive.ts'
import { BackupError, explainWrite } from './backup-error.ts'
import { syncPath } from './copy.ts'
import { listBackups, type Manifest } from './manifest.ts'
import { checkFiles, checkLog, type LogReport } from './verify.ts'

/** The point in time up to which changes are restored, or everything in the archive. */
export type RestorePoint = Date | 'latest'

/**
 * The newest backup that was complete at that time, or the named one.
 * @throws {BackupError} when there is none, or the time is before it
 */
export function chooseBackup(archive: Archive, to: RestorePoint, id?: string): Manifest {
  const { complete } = listBackups(archive.base)
  const [first] = complete
  if (first === undefined) throw new BackupError(`There is no complete backup in ${archive.base}.`)
  const until = to === 'latest' ? '9999' : to.toISOString()
  const named = id === undefined ? complete : complete.filter((one) => one.id === id)
  if (named.length === 0) throw new BackupError(`There is no backup ${id} in ${archive.base}.`)
  const fitting = named.findLast(({ completedAt }) => completedAt <= until)
  if (fitting !== undefined) return fitting
  throw new BackupError(
    `Nothing can be restored to ${until}: the ${id === undefined ? 'oldest backup' : `backup ${id}`} was complete at ${named[0]?.completedAt}.`,
  )
}

export type RestoreOptions = {
  archive: Archive
  backup: Manifest
  to: RestorePoint
  /** The launcher's folder to restore into; it must be empty or missing. */
  into: string
  timeline?: number | undefined
  binDir?: string | undefined
  database: string
}

/**
 * Copies a backup into a new folder and replays the log up to a point in time; the server then runs there and accepts
 * writes. Its new timeline is archived only once it is started as the server of the installation.
 * @throws {BackupError} when the backup or the log is damaged or does not reach that time; the folder is removed then
 */
export async function restoreBackup(options: RestoreOptions): Promise<EmbeddedPostgres> {
  const log = await checkRestore(options)
  const { backup, into } = options
  try {
    await copyBack(options)
    return await recover(options, log.problem)
  } catch (error) {
    await rm(into, { recursive: true, force: true })
    throw explainWrite(error, into, backup.bytes)
  }
}

/**
 * Reads everything that a restore would use, without writing. Whether the log reaches the point in time shows only
 * when it is replayed.
 * @returns the log after the backup
 * @throws {BackupError} when the backup or the log is damaged, the folder is not empty or its disk too small
 */
export async function checkRestore(options: Omit<RestoreOptions, 'binDir' | 'database'>): Promise<LogReport> {
  const { archive, backup, to, into } = options
  if (to !== 'latest' && to.getTime() > Date.now())
    throw new BackupError(`${to.toISOString()} is in the future.`)
  if (existsSync(path.join(into, 'cluster'))) throw new BackupError(`${into} holds a database already.`)
  const damage = await checkFiles(archive.base, backup)
  if (damage !== null) throw new BackupError(damage)
  const log = await checkLog(archive, backup, options.timeline)
  if (log.problem !== null && (to === 'latest' || log.last === null || log.last < backup.lastSegment))
    throw new BackupError(log.problem)
  requireSpace(into, backup)
  return log
}

function requireSpace(into: string, backup: Manifest): void {
  let existing = path.resolve(into)
  while (!existsSync(existing)) existing = path.dirname(existing)
  const free = statfsSync(existing)
  if (free.bavail * free.bsize < backup.bytes)
    throw new BackupError(
      `The disk of ${into} has ${Math.floor((free.bavail * free.bsize) / 1e6)} MB left, and the backup needs ${Math.ceil(backup.bytes / 1e6)} MB.`,
    )
}

async function copyBack(options: RestoreOptions): Promise<void> {
  const { archive, backup, into } = options
  makeFolder(into, 0o711)
  const user = serverUser(ownerOf(into))
  const cluster = path.join(into, 'cluster')
  const own = async (target: string): Promise<void> => {
    if (user.ids.uid !== undefined) await chown(target, user.uid, user.gid)
  }
  await mkdir(cluster, { mode: 0o700 })
  await own(cluster)
  for (const folder of backup.folders) {
    await mkdir(path.join(cluster, folder), { recursive: true, mode: 0o700 })
    await own(path.join(cluster, folder))
  }
  for (const { path: name } of backup.files) {
    const target = path.join(cluster, name)
    await copyFile(path.join(archive.base, backup.id, 'cluster', name), target)
    await chmod(target, 0o600)
    await own(target)
  }
  await writeFile(path.join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  await own(path.join(cluster, 'recovery.signal'))
}

async function recover(options: RestoreOptions, logProblem: string | null): Promise<EmbeddedPostgres> {
  const { archive, to, into, timeline, binDir, database } = options
  const target: Record<string, string> =
    to === 'latest' ? {} : { recovery_target_time: serverTime(to), recovery_target_action: 'promote' }
  try {
    return await startEmbeddedPostgres({
      dataDir: into,
      database,
      timeLimitMs: 24 * 3_600_000,
      ...(binDir === undefined ? {} : { binDir }),
      flags: asFlags({
        restore_command: restoreCommand(into, archive.wal),
        recovery_target_timeline: timeline === undefined ? 'latest' : String(timeline),
        ...target,
        // Off, because a standby that answers queries would count as ready before it has replayed everything.
        hot_standby: 'off',
        // Marks the segments of the new timeline for archiving, which waits until an archive command is set.
        archive_mode: 'on',
        archive_command: '',
      }),
    })
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw explainRecovery(error, options, logProblem)
  }
}

/** A time in the format of the recovery target setting, which accepts no time zone names. */
const serverTime = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00')

function explainRecovery(error: Error, { into, to }: RestoreOptions, logProblem: string | null): Error {
  const log = path.join(into, 'server.log')
  const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
  const last = /last completed transaction was at log time ([^\n]+)/.exec(text)?.[1]
  if (/recovery ended before configured recovery target was reached|could not restore file/.test(text)) {
    const moment = to === 'latest' ? 'the end' : to.toISOString()
    const reach = last === undefined ? '' : ` The last change before its end is of ${last}.`
    return new BackupError(
      `${logProblem ?? 'The archive ends too early.'} ${moment} cannot be restored.${reach}` +
        (logProblem === null ? ' Everything in the archive is restored with --to latest.' : ''),
      { cause: error },
    )
  }
  return new BackupError(`The recovery ended: ${error.message}`, { cause: error })
}

/**
 * Replaces the installation's cluster by a restored one. The replaced one is kept next to it under another name.
 * @returns the path of the replaced cluster, or null when there was none
 * @throws {BackupError} while a server runs on it
 */
export async function putInPlace(restored: string, dataDir: string, stamp: string): Promise<string | null> {
  const cluster = path.join(dataDir, 'cluster')
  refuseRunning(dataDir)
  const former = existsSync(cluster) ? path.join(dataDir, `cluster.before-${stamp}`) : null
  if (former !== null) await rename(cluster, former)
  await rename(path.join(restored, 'cluster'), cluster)
  await syncPath(dataDir)
  await rm(restored, { recursive: true, force: true })
  return former
}

/** @throws {BackupError} while a server runs in this launcher's folder */
export function refuseRunning(dataDir: string): void {
  const cluster = path.join(dataDir, 'cluster')
  const running = existsSync(cluster) ? livePostmaster(cluster) : null
  if (running !== null)
    throw new BackupError(
      `The database of ${dataDir} runs (process ${running.pid}): stop it before another state is put in its place.`,
    )
}
