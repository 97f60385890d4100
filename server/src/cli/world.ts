import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { type Context, makeContext } from '../context.ts'
import { defaultDataDir, startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts'

export type OperatorWorld = { context: Context; close(): Promise<void> }

const repository = join(import.meta.dirname, '../../..')

/**
 * The world of one command: the database of DATABASE_URL, or the embedded one of this installation. Where that
 * one runs already it is joined; else it runs as long as the command does.
 */
export async function openWorld(environment: Record<string, string | undefined>): Promise<OperatorWorld> {
  const embedded = environment.DATABASE_URL ? null : await joinEmbedded(environment)
  const config = readConfig({
    LOG_LEVEL: 'warn',
    // An operator's commands never speak to the e-signature provider, so its settings may be missing here.
    ESIGN_BASE_URL: 'http://127.0.0.1:4010',
    ESIGN_API_KEY: 'unused-by-commands',
    ESIGN_CALLBACK_SECRET: 'unused-by-commands',
    ...sandboxBanks(environment),
    ...environment,
    DATABASE_URL: environment.DATABASE_URL || embedded?.url,
  })
  const context = await makeContext(config)
  return {
    context,
    async close() {
      await context.db.close()
      if (embedded && !embedded.attached) await embedded.stop()
    },
  }
}

const dataOf = (environment: Record<string, string | undefined>): string =>
  environment.PEMATANG_DATA || defaultDataDir(repository).dataDir

/** The banks of the sandbox, where the start has made them and the user has no file of his own. */
function sandboxBanks(environment: Record<string, string | undefined>): { BANKS_FILE?: string } {
  const file = join(dataOf(environment), 'banks.json')
  return existsSync(file) ? { BANKS_FILE: file } : {}
}

function joinEmbedded(environment: Record<string, string | undefined>) {
  return startEmbeddedPostgres({
    dataDir: join(dataOf(environment), 'postgres'),
    database: 'pematang',
    ...(environment.PG_BIN_DIR ? { binDir: environment.PG_BIN_DIR } : {}),
  })
}
