import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, explainFailure } from './errors.ts'
import { serverEnvironment } from './initialize.ts'
import { killLeftoverSessions } from './leftover-sessions.ts'
import { readPostmaster } from './postmaster.ts'
import { openServerLog, readSince } from './server-log.ts'
import type { ServerUser } from './server-user.ts'
import { defaultFlags } from './settings.ts'
import { SOCKET_PORT } from './socket-folder.ts'

export interface LaunchPlan {
  cluster: string
  logFile: string
  socketFolder: string
  binaries: Binaries
  user: ServerUser
  /** Flags of the caller, which override the default ones. */
  flags: readonly string[]
  /** The time (Date.now() clock) at which waiting ends. */
  deadline: number
}

/** Time for the sessions of a killed postmaster to notice its death by themselves. */
const LEFTOVER_GRACE_MS = 2_000

/**
 * Starts the server in a session of its own (a Ctrl-C in the terminal must not reach it, because it ends last) and
 * waits until it accepts connections.
 *
 * After a kill -9 of the former postmaster its sessions may need a moment to notice. Until then the new server refuses
 * the folder, so that refusal is retried. Sessions that do not notice in time are killed.
 *
 * @throws {EmbeddedPostgresError} in one sentence
 */
export async function launch(plan: LaunchPlan): Promise<ChildProcess> {
  const graceOver = Date.now() + LEFTOVER_GRACE_MS
  for (;;) {
    const from = statSync(plan.logFile, { throwIfNoEntry: false })?.size ?? 0
    const child = spawnServer(plan)
    if (await becomesReady(child, plan)) return child
    const output = readSince(plan.logFile, from)
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      child.kill('SIGQUIT')
      throw new EmbeddedPostgresError(`PostgreSQL was not ready in time; its log is ${plan.logFile}`)
    }
    const formerStillEnding =
      /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(output)
    if (!formerStillEnding || Date.now() >= plan.deadline) {
      throw explainFailure(`PostgreSQL did not start (log: ${plan.logFile})`, output, plan.cluster)
    }
    if (Date.now() >= graceOver) killLeftoverSessions(plan.cluster)
    await sleep(200)
  }
}

function spawnServer(plan: LaunchPlan): ChildProcess {
  const log = openServerLog(plan.logFile, plan.user)
  try {
    const place = ['-D', plan.cluster, '-p', String(SOCKET_PORT)]
    const door = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${plan.socketFolder}`]
    const flags = [...defaultFlags(plan.binaries.hasStatementStatistics), ...plan.flags]
    const child = spawn(path.join(plan.binaries.bin, 'postgres'), [...place, ...flags, ...door], {
      ...plan.user.ids,
      cwd: plan.cluster,
      env: serverEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
    })
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

/** Waits until postmaster.pid reports the server as ready; false if it ended or the deadline passed. */
async function becomesReady(child: ChildProcess, plan: LaunchPlan): Promise<boolean> {
  while (Date.now() < plan.deadline) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false
    const postmaster = readPostmaster(plan.cluster)
    if (postmaster?.pid === child.pid && postmaster.ready) return true
    await sleep(15)
  }
  return false
}
