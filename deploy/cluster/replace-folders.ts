import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'

// Replaces several folders below a root. A process may be killed at any time: what it leaves is either as it was, or a
// complete new set beside it that another run puts in place. No folder ever has files of both.

const draft = 'renewal.draft'
/** A complete set, because a folder gets this name by one rename. */
const complete = 'renewal'
const former = 'renewal.former'

export const isReplacementOpen = (root: string): boolean => existsSync(path.join(root, complete))

/**
 * Replaces folders by changed copies of them.
 * @param folders relative to the root
 * @param change makes the changes in the copies, below a root of their own
 */
export async function replaceFolders(
  root: string,
  folders: readonly string[],
  change: (copies: string) => Promise<void>,
): Promise<void> {
  const copies = path.join(root, draft)
  // Of a run that was killed.
  rmSync(copies, { recursive: true, force: true })
  mkdirSync(copies, { mode: 0o700 })
  for (const folder of folders)
    cpSync(path.join(root, folder), path.join(copies, folder), { recursive: true, preserveTimestamps: true })
  await change(copies)
  settle(copies, statSync(root))
  renameSync(copies, path.join(root, complete))
  finishReplacement(root, folders)
}

/**
 * Puts a complete set in place.
 * @param folders those that it may have
 * @param rename for tests, which let it fail
 */
export function finishReplacement(root: string, folders: readonly string[], rename = renameSync): void {
  const at = (...parts: string[]) => path.join(root, ...parts)
  for (const folder of folders) {
    if (!existsSync(at(complete, folder))) continue
    if (existsSync(at(folder))) {
      mkdirSync(path.dirname(at(former, folder)), { recursive: true, mode: 0o700 })
      rename(at(folder), at(former, folder))
    }
    rename(at(complete, folder), at(folder))
  }
  rmSync(at(former), { recursive: true, force: true })
  rmSync(at(complete), { recursive: true })
}

/** Writes all files of a folder to the disk, and gives them the owner of the root where this process may. */
function settle(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (process.getuid?.() === 0) chownSync(file, uid, gid)
    if (!entry.isFile()) continue
    const descriptor = openSync(file, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }
}
