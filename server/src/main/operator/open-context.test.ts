import { chmodSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres, testProfile } from '../../../database/index.ts'
import { query, testFolder } from '../../../database/test-folder.ts'
import { migrationsFolder } from '../migration-settings.ts'
import { Database } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'
import { openContext } from './open-context.ts'

test('VAL-11 a command on a database with an older schema is refused with its way to migrate, and one with a newer schema too', {
  timeout: 300_000,
}, async () => {
  await using folder = testFolder()
  chmodSync(folder.path, 0o711)
  const dataDir = path.join(folder.path, 'postgres')
  const server = await startEmbeddedPostgres({ dataDir, flags: testProfile(), database: 'pematang' })
  try {
    const migrations = await readMigrations(migrationsFolder)
    const owner = new Database({ url: server.url, size: 1 })
    await migrate(owner, migrations)
    await owner.close()
    const newest = migrations.length
    await query(server, `delete from schema_migration where number = ${newest}`)
    const environment = { PEMATANG_DATA: folder.path }

    await expect(openContext(environment)).rejects.toThrow(
      `The embedded database in ${folder.path} cannot be used: it has schema ${newest - 1} and the app needs ${newest}: ` +
        'stop the app if it runs, and start this version of it with `npm start`, which migrates it.',
    )
    await expect(openContext({ ...environment, DATABASE_URL: server.url })).rejects.toThrow(
      /^The database at DATABASE_URL cannot be used: .* run `npm run migrate`\.$/,
    )
    await query(
      server,
      `insert into schema_migration (number, name, checksum) values (${newest}, 'x', 'x'), (${newest + 1}, 'y', 'y')`,
    )
    await expect(openContext({ ...environment, DATABASE_URL: server.url })).rejects.toThrow(
      `it has schema ${newest + 1}, newer than ${newest}, the newest that this program knows`,
    )
  } finally {
    await server.stop()
  }
})
