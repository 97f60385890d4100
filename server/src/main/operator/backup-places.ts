import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { archiveOf, systemOf } from '../../../database/index.ts'
import { CommandError } from '../../operator/command.ts'
import type { Backups } from './open-backups.ts'

/**
 * The archive of the installed database, or the only one in the folder if the database is gone.
 * @throws {CommandError} when there is none, or several to choose from
 */
export function archiveFor({ dataDir, folder }: Backups): ReturnType<typeof archiveOf> {
  const control = path.join(dataDir, 'cluster', 'global', 'pg_control')
  if (existsSync(control)) return archiveOf(folder, systemOf(path.join(dataDir, 'cluster')))
  const systems = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+$/.test(name)) : []
  const [only] = systems
  if (only === undefined) throw new CommandError(`There is no backup in ${folder}.`)
  if (systems.length > 1)
    throw new CommandError(
      `${folder} holds the backups of ${systems.length} databases (${systems.join(', ')}): name a BACKUP_FOLDER with one of them alone.`,
    )
  return archiveOf(folder, only)
}
