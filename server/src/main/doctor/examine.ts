import { readConfig, tryConfig } from '../../outside/read-config.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/settings/config.ts'
import {
  type Environment,
  givenSettings,
  productionFaults,
  productionProblem,
} from '../../platform/settings/production.ts'
import { type Check, type Finding, reasonOf, runCheck, technical } from './check.ts'
import { databaseChecks } from './database.ts'
import { machineChecks } from './machine.ts'
import { providerChecks } from './providers.ts'

/** The limit of a check, and of one answer of a provider, of which a check may need several. Milliseconds. */
const limits = { check: 12_000, answer: 4_000 }

/** The settings that a check needs; it is left out where one of them is missing or wrong. */
const needs: Readonly<Record<string, RegExp>> = {
  'basis data': /^DATABASE_URL$/,
  jam: /^DATABASE_URL$/,
  'sertifikat Penyelenggara': /^PLATFORM_|^ESIGN_TRUST_FILE$/,
  kunci: /^(AUDIT|DATA)_KEY_FILE$/,
  TLS: /^APP_ORIGIN$/,
  'tanda tangan elektronik': /^(ESIGN|PRIVY)_/,
  'tanda tangan hash': /^XIGNATURE_/,
  SMS: /^SMS_/,
  'e-mail': /^(SMTP|MAIL)_/,
  'stempel waktu': /^TIMESTAMP_/,
}

/** In place of settings that nothing starts without; what needs them is left out. */
const standIns: Environment = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  ESIGN_PROVIDER: 'gateway',
  ESIGN_BASE_URL: 'http://127.0.0.1:1',
  ESIGN_API_KEY: 'unused-by-the-doctor',
  ESIGN_CALLBACK_SECRET: 'unused-by-the-doctor',
}

/**
 * Tries everything outside that an installation with these settings needs, side by side, without moving anything.
 * Settings that are missing or wrong are one finding, and what needs none of them is tried all the same.
 */
export async function examine(
  environment: Environment,
  clock: Clock = systemClock,
  { check, answer } = limits,
): Promise<Finding[]> {
  const wrong: string[] = []
  const checks: Check[] = []
  const add = (more: () => void) => {
    try {
      more()
    } catch (error) {
      wrong.push(reasonOf(error))
    }
  }
  add(() => {
    const given = givenSettings(environment)
    const { says, faulty } = faultsOf(given)
    if (says !== null) wrong.push(says)
    const usable = Object.entries(given).filter(([name]) => !faulty.has(name))
    const settings = { ...(faulty.size > 0 && standIns), ...Object.fromEntries(usable) }
    const config = withLimits(readConfig(settings), answer)
    add(() => checks.push(...databaseChecks(config, given.DATABASE_OWNER_URL, clock)))
    add(() => checks.push(...machineChecks(config, clock.now(), answer)))
    add(() => checks.push(...providerChecks(config, clock)))
    const isTried = ({ name }: Check) => ![...faulty].some((setting) => needs[name]?.test(setting))
    checks.splice(0, Infinity, ...checks.filter(isTried))
  })
  const findings = await Promise.all(checks.map((one) => runCheck(one, check)))
  return wrong.length === 0
    ? findings
    : [{ name: 'pengaturan', isRight: false, says: technical(wrong.join('; ')) }, ...findings]
}

/** What is wrong with the settings, in one line, and which they are. */
function faultsOf(given: Environment): { says: string | null; faulty: Set<string> } {
  const problem = productionProblem(given)
  const inProduction = productionFaults(given).flatMap(({ settings }) => settings)
  const read = tryConfig(given)
  const invalid = Array.isArray(read) ? read : []
  const faulty = new Set([
    ...inProduction.map((text) => text.split(' ')[0] ?? ''),
    ...invalid.map(({ setting }) => setting),
  ])
  const others = invalid.filter(({ setting }) => !problem?.includes(setting))
  const says = [problem, ...others.map(({ setting, says: why }) => `${setting}: ${why}`)]
    .filter(Boolean)
    .join('; ')
  return { says: says || null, faulty }
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
