import { errorMessage } from './error-facts.ts'
import {
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs'

/** The log is rotated at this size in bytes; one older part is kept, so both together hardly exceed twice this size. */
export const MAX_LOG_BYTES = 8 * 1024 * 1024

const CHECK_EVERY_MS = 60_000

/**
 * Opens the log for appending, which allows it to be truncated while the server writes, and makes the server's user its
 * owner.
 */
export function openServerLog(file: string, owner: { uid: number; gid: number }): number {
  turnOver(file, MAX_LOG_BYTES)
  const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
  const fd = openSync(file, flags, 0o600)
  if (process.getuid?.() === 0) fchownSync(fd, owner.uid, owner.gid)
  return fd
}

/** Copies a log that exceeds the limit to `<file>.1` and truncates it; the server continues to write to it. */
export function turnOver(file: string, limit: number): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= limit) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

/**
 * Keeps the log within its size while this process runs.
 * @returns a function that stops the checks
 */
export function watchServerLog(file: string, onProblem: (sentence: string) => void): () => void {
  const timer = setInterval(() => {
    try {
      turnOver(file, MAX_LOG_BYTES)
    } catch (error) {
      onProblem(`The log ${file} could not be turned over: ${errorMessage(error)}`)
    }
  }, CHECK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** The log since `offset` bytes, at most its last 16 kB. */
export function readSince(file: string, offset: number): string {
  const fd = openSync(file, 'r')
  try {
    const size = fstatSync(fd).size
    const from = Math.max(Math.min(offset, size), size - 16_384)
    const buffer = Buffer.alloc(size - from)
    readSync(fd, buffer, 0, buffer.length, from)
    return buffer.toString('utf8')
  } finally {
    closeSync(fd)
  }
}
