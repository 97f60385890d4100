import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { errorMessage } from '../error-facts.ts'
import { BackupError } from './backup-error.ts'

const manifestShape = z.strictObject({
  id: z.string(),
  system: z.string(),
  /** Major version of the PostgreSQL that wrote the backup. */
  major: z.int(),
  timeline: z.int(),
  /** Database time before the first and after the last file was copied. */
  startedAt: z.iso.datetime(),
  completedAt: z.iso.datetime(),
  /** The first segment that a restore reads, and the last one it requires. */
  firstSegment: z.string(),
  lastSegment: z.string(),
  bytes: z.int(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: z.string() })),
  folders: z.array(z.string()),
})

/** The contents of a base backup. Written last, so a backup with a manifest is complete. */
export type Manifest = z.infer<typeof manifestShape>

export const manifestFile = 'manifest.json'
export const draftPrefix = '.draft-'

/**
 * The manifest of a backup.
 * @throws {BackupError} when it is missing or cannot be understood
 */
export function readManifest(folder: string): Manifest {
  try {
    return manifestShape.parse(JSON.parse(readFileSync(path.join(folder, manifestFile), 'utf8')))
  } catch (error) {
    throw new BackupError(
      `The backup ${folder} has no manifest that can be read (${errorMessage(error)}); it cannot be used.`,
      { cause: error },
    )
  }
}

/** The complete backups, oldest first, and the names of those that were interrupted. */
export function listBackups(base: string): { complete: Manifest[]; interrupted: string[] } {
  const names = existsSync(base) ? readdirSync(base) : []
  return {
    complete: names
      .filter((name) => !name.startsWith('.'))
      .map((name) => readManifest(path.join(base, name)))
      .toSorted((a, b) => a.completedAt.localeCompare(b.completedAt)),
    interrupted: names
      .filter((name) => name.startsWith(draftPrefix))
      .map((name) => name.slice(draftPrefix.length)),
  }
}
