import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'

/** The root of the tree to check: this repository, or the folder given as argument. */
export const root = path.resolve(
  process.argv.slice(2).find((one) => !one.startsWith('--')) ?? path.join(import.meta.dirname, '../..'),
)

const never = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage'])

/** Files of the tree that git tracks or would track, by patterns from its root; sorted, with forward slashes. */
export function listFiles(folder: string, patterns: string[]): string[] {
  return globSync(patterns, { cwd: folder, exclude: (name) => never.has(path.basename(name)) })
    .map((file) => file.split(path.sep).join('/'))
    .toSorted()
}

/** Whether git ignores a path, so that the file need not exist. */
export function isIgnored(folder: string, file: string): boolean {
  return (
    file.split('/').some((part) => never.has(part)) ||
    spawnSync('git', ['check-ignore', '--quiet', file], { cwd: folder }).status === 0
  )
}
