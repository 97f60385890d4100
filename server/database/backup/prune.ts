import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Archive } from './archive.ts'
import { listBackups, type Manifest } from './manifest.ts'
import { parseSegment } from './wal.ts'

export type PrunePlan = {
  removed: Manifest[]
  /** Names of the files of the log that no kept backup needs. */
  logFiles: string[]
  kept: Manifest[]
}

/**
 * What is removed when the newest `keep` backups stay: the others, and the segments that only those needed. The small
 * history files stay, because they describe the timelines.
 */
export function planPrune({ base, wal }: Archive, keep: number): PrunePlan {
  const { complete } = listBackups(base)
  const kept = complete.slice(-keep)
  const removed = complete.slice(0, complete.length - kept.length)
  const numbers = kept.flatMap(({ firstSegment }) => parseSegment(firstSegment)?.number ?? [])
  if (numbers.length === 0) return { removed, logFiles: [], kept }
  const oldest = Math.min(...numbers)
  const logFiles = (existsSync(wal) ? readdirSync(wal) : []).filter((name) => {
    // "<segment>.gz", or "<segment>.<offset>.backup.gz" beside the first segment of a backup.
    const segment = name.endsWith('.gz') ? parseSegment(name.slice(0, 24)) : null
    return segment !== null && segment.number < oldest
  })
  return { removed, logFiles, kept }
}

/** Removes what a plan names. */
export function pruneBackups({ base, wal }: Archive, { removed, logFiles }: PrunePlan): void {
  for (const { id } of removed) rmSync(path.join(base, id), { recursive: true })
  for (const name of logFiles) rmSync(path.join(wal, name))
}
