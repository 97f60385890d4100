import { errorCode } from './error-facts.ts'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { applicationRole } from '../src/platform/db/application-role.ts'
import { isAlive, workingDirectory } from './process-identity.ts'

export interface Postmaster {
  pid: number
  port: number
  socketFolder: string
  ready: boolean
}

/**
 * The address of the server; `host` is the folder of its socket. It can be passed to pg.Pool and pg.Client unchanged.
 */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
}

export const SUPERUSER = 'app'

/** Reads postmaster.pid of a cluster; null if there is none or it is not completely written yet. */
export function readPostmaster(cluster: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  // Lines: pid, data folder, start time, port, socket folder, listen address, shared memory, status.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  if (!Number.isInteger(pid) || pid === 0) return null
  return {
    pid,
    port: Number.parseInt(lines[3] ?? '0', 10),
    socketFolder: lines[4]?.trim() ?? '',
    ready: lines[7]?.trim() === 'ready',
  }
}

/**
 * The postmaster that serves this cluster now, or null. A pid that meanwhile belongs to another program (after a
 * reboot, or in a restarted container) does not count; postgres would take it for a running server and refuse to start,
 * so the stale file is removed. That is safe: a server that is still attached to this folder's shared memory prevents a
 * second one anyway.
 */
export function livePostmaster(cluster: string): Postmaster | null {
  const postmaster = readPostmaster(cluster)
  if (postmaster === null) return null
  if (isAlive(postmaster.pid)) {
    const at = workingDirectory(postmaster.pid)
    if (at === null || at === cluster) return postmaster
  }
  if (readPostmaster(cluster)?.pid === postmaster.pid)
    rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
  return null
}

/** Queries the data folder of the server at `connection`; null if it does not answer within a second or two. */
export async function servedFolder(connection: Connection): Promise<string | null> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  // A connection that breaks between two statements makes the next statement fail too, so the event needs no handling.
  client.on('error', () => {})
  try {
    await client.connect()
    const answer = await client.query<{ data_directory: string }>('show data_directory')
    return answer.rows[0]?.data_directory ?? null
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the database if it is missing, and the login of the application, which has no rights over the server. */
export async function ensureDatabase(connection: Connection): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  } catch (error) {
    // 42P04 and 23505: another launcher created it at the same moment.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  }
  try {
    await ensureLogin(client)
  } finally {
    await client.end()
  }
}

/** Creates the application's login, or repairs one from older versions in which the role could not log in. */
async function ensureLogin(client: Client): Promise<void> {
  const { rows } = await client.query<{ fits: boolean }>(
    `select rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as fits
       from pg_roles where rolname = $1`,
    [applicationRole],
  )
  if (rows[0]?.fits) return
  if (!rows[0]) await client.query(`create role ${applicationRole}`)
  await client.query(
    `alter role ${applicationRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
  )
}

/**
 * Stops the server by a fast shutdown: sessions are ended, everything is written, and the next start needs no recovery.
 * After `limitMs` an immediate shutdown follows, which is as safe but makes the next start replay the log.
 */
export async function stopPostmaster(cluster: string, pid: number, limitMs: number): Promise<void> {
  if (livePostmaster(cluster)?.pid !== pid) return
  signal(pid, 'SIGINT')
  if (await hasEnded(pid, limitMs)) return
  signal(pid, 'SIGQUIT')
  if (await hasEnded(pid, 10_000)) return
  signal(pid, 'SIGKILL')
  await hasEnded(pid, 5_000)
}

/** Waits until the process has ended; false if the time limit passes first. */
export async function hasEnded(pid: number, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs
  while (isAlive(pid)) {
    if (Date.now() >= deadline) return false
    await sleep(20)
  }
  return true
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
