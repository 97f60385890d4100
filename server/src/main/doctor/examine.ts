import { readConfig } from '../../outside/read-config.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/settings/config.ts'
import { type Environment, givenSettings, productionProblem } from '../../platform/settings/production.ts'
import { type Check, type Finding, reasonOf, runCheck } from './check.ts'
import { databaseChecks } from './database.ts'
import { machineChecks } from './machine.ts'
import { providerChecks } from './providers.ts'

/** The limit of a check, and of one answer of a provider, of which a check may need several. Milliseconds. */
const limits = { check: 12_000, answer: 4_000 }

/**
 * Tries everything outside that an installation with these settings needs, side by side, without moving anything.
 * Settings that are missing or wrong are the only finding, because nothing can be tried with them.
 */
export async function examine(
  environment: Environment,
  clock: Clock = systemClock,
  { check, answer } = limits,
): Promise<Finding[]> {
  let checks: Check[]
  try {
    const problem = productionProblem(environment)
    if (problem !== null) throw new Error(problem)
    const config = withLimits(readConfig(environment), answer)
    checks = [
      ...databaseChecks(config, givenSettings(environment).DATABASE_OWNER_URL, clock),
      ...machineChecks(config, clock.now(), answer),
      ...providerChecks(config, clock),
    ]
  } catch (error) {
    return [{ name: 'settings', isRight: false, says: reasonOf(error) }]
  }
  return Promise.all(checks.map((one) => runCheck(one, check)))
}

/** The settings with answers waited for no longer than this, so that nothing keeps the process when the checks have ended. */
const withLimits = (config: Config, answer: number): Config => ({
  ...config,
  BANK_TIMEOUT_MS: answer,
  PRIVY_TIMEOUT_MS: answer,
  SMS_TIMEOUT_MS: answer,
  SMTP_TIMEOUT_MS: answer,
  TIMESTAMP_TIMEOUT_MS: answer,
  DOCUMENT_FOLDER_TIMEOUT_MS: answer,
  DOCUMENT_S3_TIMEOUT_MS: answer,
  DOCUMENT_S3_ATTEMPTS: 1,
})
