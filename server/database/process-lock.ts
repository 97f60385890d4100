import { errorCode } from './error-facts.ts'
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processIdentity } from './process-identity.ts'

export interface ProcessLock {
  /** Releases the lock; a second call does nothing. */
  release(): void
}

/** Another live process held the lock for the whole time of waiting. */
export class LockHeldError extends Error {
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(`The lock ${folder} is held by process ${pid}`)
    this.name = 'LockHeldError'
    this.pid = pid
  }
}

/**
 * Takes the lock stored in `folder`, waiting up to `waitMs` for a live holder; a dead holder (kill -9, power cut) is
 * replaced at once. It also excludes other threads of the same process. Each holder writes a file of its own, named by
 * an increasing number, and links it into place: the link is atomic and fails if the number is taken. The file of a
 * dead holder is only deleted by a process that has a higher number, so two processes that find the same dead holder
 * cannot both take over.
 * @throws {LockHeldError} when the holder is still alive at the time limit
 */
export async function acquireLock(folder: string, waitMs: number): Promise<ProcessLock> {
  const deadline = Date.now() + waitMs
  mkdirSync(folder, { recursive: true })
  for (;;) {
    const attempt = tryAcquire(folder)
    if (typeof attempt !== 'number') return attempt
    if (Date.now() >= deadline) throw new LockHeldError(folder, attempt)
    await sleep(50)
  }
}

/**
 * Tries once to take the lock.
 * @returns the lock, or the pid of its holder (this process's pid if a concurrent attempt won)
 */
function tryAcquire(folder: string): ProcessLock | number {
  const newest = generations(folder).at(-1) ?? 0
  if (newest > 0) {
    const holder = readHolder(path.join(folder, String(newest)))
    if (holder === null) return process.pid
    if (holder !== '' && processIdentity(Number.parseInt(holder, 10)) === holder) {
      return Number.parseInt(holder, 10)
    }
  }
  const mine = newest + 1
  const file = path.join(folder, String(mine))
  if (!linkNew(folder, file)) return process.pid
  if (generations(folder).at(-1) !== mine) {
    rmSync(file, { force: true })
    return process.pid
  }
  for (const old of generations(folder))
    if (old < mine) rmSync(path.join(folder, String(old)), { force: true })
  let held = true
  return {
    release: () => {
      if (!held) return
      held = false
      // An empty file marks the lock as free and keeps its number, because numbers must never decrease.
      writeFileSync(file, '')
    },
  }
}

/** Writes the identity of this process into `file` in one atomic step; false if the file exists already. */
function linkNew(folder: string, file: string): boolean {
  const draft = path.join(folder, `draft-${process.pid}-${Math.random().toString(36).slice(2)}`)
  writeFileSync(draft, processIdentity(process.pid) ?? String(process.pid), { mode: 0o644 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function generations(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** The holder's identity, '' if the lock was released, null if the file was deleted meanwhile. */
function readHolder(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
