import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { type EmbeddedPostgres, startEmbeddedPostgres, stopCluster } from '../database/index.ts'
import { makeContext, migrationsFolder, openBackups } from '../src/main/testing.ts'
import { readConfig } from '../src/outside/read-config.ts'
import type { Context } from '../src/context.ts'
import { applicationRole } from '../src/platform/db/application-role.ts'
import { Database } from '../src/platform/db/database.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'
import { testCertificate } from './certificate.ts'
import { operatorIn, type CommandResult } from './operator.ts'

/** An installation of its own whose embedded database archives its log, with the durable settings of a real one. */
export type ArchivedServer = {
  /** PEMATANG_DATA, BACKUP_FOLDER and the launcher's folder. */
  home: string
  backupFolder: string
  dataDir: string
  start(): Promise<EmbeddedPostgres>
  /** The product's context on the running server. */
  openContext(server: EmbeddedPostgres): Promise<Context>
  operator(args: readonly string[]): Promise<CommandResult>
  remove(): Promise<void>
}

export function makeArchivedServer(): ArchivedServer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pematang-backup-'))
  chmodSync(folder, 0o711)
  const [home, backupFolder] = [path.join(folder, 'data'), path.join(folder, 'backups')]
  mkdirSync(home, { mode: 0o711 })
  const dataDir = path.join(home, 'postgres')
  const operator = operatorIn(() => Promise.reject(new Error('a backup opens no context')), {
    openBackups: () => openBackups({ PEMATANG_DATA: home, BACKUP_FOLDER: backupFolder }),
  })
  return {
    home,
    backupFolder,
    dataDir,
    operator,
    start: () => startEmbeddedPostgres({ dataDir, backupFolder, database: 'pematang' }),
    async openContext(server) {
      const owner = new Database({ url: server.url, size: 1 })
      await migrate(owner, await readMigrations(migrationsFolder))
      await owner.close()
      const config = readConfig({
        DATABASE_URL: server.url,
        ESIGN_BASE_URL: 'http://127.0.0.1:9',
        ESIGN_API_KEY: 'test-key-of-the-sandbox',
        ESIGN_CALLBACK_SECRET: 'test-secret-of-the-sandbox',
        LOG_LEVEL: 'silent',
      })
      const db = new Database({ url: server.url, size: 8, role: applicationRole })
      return makeContext(config, { db, log: pino({ level: 'silent' }), certificate: testCertificate })
    },
    async remove() {
      await stopCluster(dataDir)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
