import { errorCode } from './error-facts.ts'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isAlive, workingDirectory } from './process-identity.ts'

/** What a running server says about itself in postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
  socketFolder: string
  ready: boolean
}

/** How to reach the server; `host` is the folder of its socket. Fits pg.Pool and pg.Client as it is. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
}

export const SUPERUSER = 'app'

/** Reads postmaster.pid of a cluster; null when there is none (or it is only half written yet). */
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
 * reboot, or in a restarted container) is not it; postgres would believe in it and refuse to start, so the stale
 * file is removed. That is safe: a server that is still attached to this folder's shared memory holds off a second
 * one by itself.
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

/** Asks the server at `connection` which folder it serves; null when it does not answer within a second or two. */
export async function servedFolder(connection: Connection): Promise<string | null> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  // A connection that breaks between two statements is told by the next statement as well.
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

/** Makes the database when it is not there yet. */
export async function ensureDatabase(connection: Connection): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
  } catch (error) {
    // 42P04 and 23505: another launcher made it in this moment.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  } finally {
    await client.end()
  }
}

/**
 * Fast shutdown: sessions are ended, everything is written, the next start needs no recovery. After `limitMs` the
 * server is ended at once, which is as safe (the next start replays the log) and only slower later.
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

/** Waits until the process is gone; false when the time is over first. */
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
