import { type Config, settings } from '../platform/settings/config.ts'
import { type Environment, givenSettings } from '../platform/settings/production.ts'
import { checkTogether } from './check-settings.ts'

/**
 * Reads the settings once.
 * @throws with one line for each setting that is missing or invalid.
 */
export function readConfig(environment: Environment): Config {
  const read = tryConfig(environment)
  if (!Array.isArray(read)) return read
  const lines = read.map(({ setting, says }) => `  ${setting}: ${says}`)
  throw new Error(`The settings are not complete:\n${lines.join('\n')}`)
}

export type SettingFault = { setting: string; says: string }

export function tryConfig(environment: Environment): Config | SettingFault[] {
  const given = givenSettings(environment)
  const result = settings.superRefine(checkTogether).safeParse(given)
  if (result.success) return Object.freeze(result.data)
  return result.error.issues.map(({ path: [name], code, message }) => {
    const setting = String(name)
    return { setting, says: code === 'invalid_type' && given[setting] === undefined ? 'is missing' : message }
  })
}
