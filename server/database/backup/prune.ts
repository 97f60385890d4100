import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Archive } from './archive.ts'
import { listBackups, type Manifest } from './manifest.ts'
import { parseSegment } from './wal.ts'

/**
 * Removes all but the newest `keep` backups, and the segments that only those needed. The small history files stay,
 * because they describe the timelines.
 */
export function pruneBackups(
  { base, wal }: Archive,
  keep: number,
): { removed: Manifest[]; logFiles: number; kept: Manifest[] } {
  const { complete } = listBackups(base)
  const kept = complete.slice(-keep)
  const removed = complete.slice(0, complete.length - kept.length)
  for (const { id } of removed) rmSync(path.join(base, id), { recursive: true })
  const numbers = kept.flatMap(({ firstSegment }) => parseSegment(firstSegment)?.number ?? [])
  if (numbers.length === 0) return { removed, logFiles: 0, kept }
  const oldest = Math.min(...numbers)
  const unneeded = (existsSync(wal) ? readdirSync(wal) : []).filter((name) => {
    // "<segment>.gz", or "<segment>.<offset>.backup.gz" beside the first segment of a backup.
    const segment = name.endsWith('.gz') ? parseSegment(name.slice(0, 24)) : null
    return segment !== null && segment.number < oldest
  })
  for (const name of unneeded) rmSync(path.join(wal, name))
  return { removed, logFiles: unneeded.length, kept }
}
