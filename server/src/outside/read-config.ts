import { type Config, settings } from '../platform/settings/config.ts'
import { type Environment, givenSettings } from '../platform/settings/production.ts'
import { checkTogether } from './check-settings.ts'

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
