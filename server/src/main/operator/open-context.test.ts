import { expect, test } from 'vitest'
import { makeArchivedServer } from '../../../testing/archived-server.ts'
import { query } from '../../../database/test-folder.ts'
import { migrationsFolder } from '../migration-settings.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { openContext } from './open-context.ts'

test('VAL-11 a command on a database with an older schema is refused with its way to migrate, and one with a newer schema too', {
  timeout: 300_000,
}, async () => {
  const place = makeArchivedServer()
  try {
    const server = await place.start()
    const { db } = await place.openContext(server)
    await db.close()
    const newest = (await readMigrations(migrationsFolder)).length
    await query(server, `delete from schema_migration where number = ${newest}`)
    const environment = { PEMATANG_DATA: place.home }

    await expect(openContext(environment)).rejects.toThrow(
      `The embedded database in ${place.home} cannot be used: it has schema ${newest - 1} and the app needs ${newest}: ` +
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
    await place.remove()
  }
})
