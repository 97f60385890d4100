import * as z from 'zod'
import { checkTogether } from './outside/check-settings.ts'
import { isProduction } from './production.ts'
import { servingSettings } from './settings/serving.ts'
import { providerSettings } from './settings/providers.ts'
import { lendingSettings } from './settings/lending.ts'
import { accessSettings } from './settings/access.ts'
import { bankSettings } from './settings/banks.ts'
import { loadSettings } from './settings/load.ts'
import { evidenceSettings } from './settings/evidence.ts'
import { documentSettings } from './settings/documents.ts'
import { operatorSettings } from './settings/platform-operator.ts'

/**
 * Every setting, with its environment variable, unit and default. Only this module reads the environment. The comments
 * in `settings/` become the table of docs/runbook/settings.md (`npm run generate`), in this order; a setting without a
 * comment shares the row above it.
 */
export const settings = z.object({
  ...servingSettings,
  ...providerSettings,
  ...lendingSettings,
  ...accessSettings,
  ...bankSettings,
  ...loadSettings,
  ...evidenceSettings,
  ...documentSettings,
  ...operatorSettings,
})

type Environment = Readonly<Record<string, string | undefined>>

/** The name of the operator in the audit trail: the operating system user who runs the command. */
export const operatorName = (environment: Environment): string => environment.USER || 'operator'

export type Config = Readonly<z.infer<typeof settings>>

/** Whether browsers reach the app over TLS. */
export const isSecure = (config: Config): boolean => config.APP_ORIGIN.startsWith('https:')

/** Whether a loan can only be offered with the recorded consent of its borrower. */
export const needsConsent = ({ BORROWER_CONSENT, NODE_ENV }: Config): boolean =>
  (BORROWER_CONSENT ?? (isProduction({ NODE_ENV }) ? 'required' : 'optional')) === 'required'

/**
 * The settings that are not blank. A blank one is a missing one: read as a number it would be 0, and as a host every
 * address of the machine.
 */
export const givenSettings = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))

/**
 * Reads the settings once.
 * @throws with one line for each setting that is missing or invalid.
 */
export function readConfig(environment: Environment): Config {
  const result = settings.superRefine(checkTogether).safeParse(givenSettings(environment))
  if (result.success) return Object.freeze(result.data)
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The settings are not complete:\n${lines.join('\n')}`)
}
