import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = { number: number; name: string; sql: string; checksum: string }

/** The numbered SQL files of a folder: 0001_name.sql and so on, without a gap. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder)
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1])
      if (number !== index + 1)
        throw new Error(`migration ${name} is out of order: ${index + 1} was expected`)
      const sql = await readFile(join(folder, name), 'utf8')
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** The number of the newest migration of a folder, which is that of the schema after it. */
export const newestMigration = async (folder: string): Promise<number> =>
  (await migrationNames(folder)).length

const migrationNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
