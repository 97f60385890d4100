import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../outside/read-config.ts'
import type { CommandContext } from '../../operator/terminal.ts'
import type { Context } from '../../context.ts'
import { makeContext, securityFiles } from '../make-context.ts'
import { migrationsFolder } from '../migration-settings.ts'
import { checkServer, embeddedServer, serverProblem } from '../../platform/db/check-server.ts'
import { newestMigration } from '../../platform/db/migration-files.ts'
import { type Environment, givenSettings, isProduction } from '../../platform/settings/production.ts'
import { systemClock } from '../../platform/clock.ts'
import { defaultDataDir } from '../../../database/data-folder.ts'
import { createLog } from '../../platform/log/log.ts'
import { createSecurityLog } from '../../platform/audit/security-log.ts'

const repository = join(import.meta.dirname, '../../../..')

/**
 * The context of one command, on the database of DATABASE_URL or else the embedded one. The embedded one is joined if
 * it runs, and started for the command otherwise.
 */
export async function openContext(settings: Environment): Promise<CommandContext> {
  const environment = givenSettings(settings)
  if (isProduction(environment) && !environment.DATABASE_URL) {
    throw new Error(
      'Dengan NODE_ENV=production isi DATABASE_URL: basis data bawaan hanya untuk pengembangan.',
    )
  }
  const embedded = environment.DATABASE_URL ? null : await joinEmbedded(environment)
  const close = async (context: Context) => {
    await context.db.close()
    if (embedded && !embedded.attached) await embedded.stop()
  }
  const config = readConfig({
    LOG_LEVEL: 'warn',
    // Commands never call the e-signature provider, so its settings may be missing.
    ESIGN_BASE_URL: 'http://127.0.0.1:4010',
    ESIGN_API_KEY: 'unused-by-commands',
    ESIGN_CALLBACK_SECRET: 'unused-by-commands',
    ...sandboxBanks(environment),
    ...auditFiles(environment),
    ...(environment.DATABASE_URL ? {} : { PEMATANG_DATA: dataOf(environment) }),
    ...environment,
    ESIGN_PROVIDER: 'gateway',
    DATABASE_URL: environment.DATABASE_URL ?? embedded?.applicationUrl,
  })
  // The log must not disturb output that a program reads, and a person at a terminal is told of faults alone.
  const isQuiet = ['fatal', 'silent'].includes(config.LOG_LEVEL)
  const log = createLog(process.stderr.isTTY && !isQuiet ? 'error' : config.LOG_LEVEL, process.stderr)
  const security = createSecurityLog(
    { ...securityFiles(config), alsoLogged: false },
    { log, clock: systemClock },
  )
  const context = await makeContext(config, { security, log })
  const called = embedded ? embeddedServer(dataOf(environment)) : undefined
  const faults = await checkServer(context.db, await newestMigration(migrationsFolder), called)
  const problem = serverProblem(faults, isProduction(config), called)
  if (problem !== null) {
    await close(context)
    throw new Error(problem)
  }
  return {
    context,
    ownerUrl: environment.DATABASE_OWNER_URL ?? embedded?.url,
    close: () => close(context),
  }
}

/** The data folder of the embedded database. */
export const dataOf = (environment: Record<string, string | undefined>): string =>
  environment.PEMATANG_DATA || defaultDataDir(repository).dataDir

/** The sandbox banks that `npm start` created, unless BANKS_FILE is set. */
function sandboxBanks(environment: Record<string, string | undefined>): { BANKS_FILE?: string } {
  if (isProduction(environment)) return {}
  const file = join(dataOf(environment), 'banks.json')
  return existsSync(file) ? { BANKS_FILE: file } : {}
}

/** The audit keys and anchors that `npm start` created, unless they are set. */
function auditFiles(environment: Record<string, string | undefined>): Record<string, string> {
  const keys = join(dataOf(environment), 'audit-keys')
  if (environment.AUDIT_KEY_FILE || isProduction(environment) || !existsSync(keys)) return {}
  return { AUDIT_KEY_FILE: keys, AUDIT_ANCHOR_FILE: join(dataOf(environment), 'audit-anchors.jsonl') }
}

/** Joins the embedded database or starts it. */
async function joinEmbedded(environment: Record<string, string | undefined>) {
  const { startEmbeddedPostgres } = await import('../../../database/index.ts')
  return startEmbeddedPostgres({
    dataDir: join(dataOf(environment), 'postgres'),
    database: 'pematang',
    ...(environment.PG_BIN_DIR ? { binDir: environment.PG_BIN_DIR } : {}),
  })
}
