import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Migration, readMigrations } from '../src/platform/db/migration-files.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')

/** Whether this tree has a history that contains a commit; an unpacked archive and a shallow clone have none. */
export async function isInHistory(commit: string): Promise<boolean> {
  if (!existsSync(path.join(root, '.git'))) return false
  return run('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    () => false,
  )
}

/** The migrations as a commit has them. */
export async function migrationsOf(commit: string): Promise<Migration[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'former-migrations-'))
  try {
    const archive = path.join(folder, 'archive.tar')
    await run('git', ['-C', root, 'archive', '-o', archive, commit, 'server/migrations'])
    await run('tar', ['-xf', archive, '-C', folder])
    return await readMigrations(path.join(folder, 'server/migrations'))
  } finally {
    await rm(folder, { recursive: true })
  }
}
