import * as z from 'zod'
import { servingSettings } from './serving.ts'
import { providerSettings } from './providers.ts'
import { lendingSettings } from './lending.ts'
import { accessSettings } from './access.ts'
import { bankSettings } from './banks.ts'
import { loadSettings } from './load.ts'
import { evidenceSettings } from './evidence.ts'
import { documentSettings } from './documents.ts'
import { operatorSettings } from './platform-operator.ts'

/**
 * Every setting, with its environment variable, unit and default. Only this module reads the environment. The comments
 * in `settings/` become the table of docs/operating/settings.md (`npm run generate`), in this order; a setting without a
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

export type Config = Readonly<z.infer<typeof settings>>

/** Whether browsers reach the app over TLS. */
export const isSecure = (config: Config): boolean => config.APP_ORIGIN.startsWith('https:')

/** Origin at which staff reach the console. */
export const consoleOrigin = (config: Pick<Config, 'CONSOLE_ORIGIN' | 'CONSOLE_PORT'>): string =>
  config.CONSOLE_ORIGIN ?? `http://localhost:${config.CONSOLE_PORT}`
