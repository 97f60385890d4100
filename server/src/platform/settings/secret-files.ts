import { statSync } from 'node:fs'
import path from 'node:path'
import { type Environment, givenSettings, isProduction } from './production.ts'
import { secretSettings } from './secrets.ts'

export const secretFileSettings = [
  'AUDIT_KEY_FILE',
  'DATA_KEY_FILE',
  'PLATFORM_KEY_FILE',
  'BANKS_FILE',
  'DOCUMENT_S3_CREDENTIALS_FILE',
] as const

const databaseUrls = ['DATABASE_URL', 'READ_DATABASE_URL', 'DATABASE_OWNER_URL']

/** Files of settings: what the programs read from their working folder, and those of docs/operating/install.md. */
const settingsFiles = () => [path.resolve('.env'), '/etc/pematang/app.env', '/etc/pematang/owner.env']

/**
 * Warnings about files with secrets that others than their owner may read or write, in production; one sentence for each.
 * A file that is not there is left to who reads it.
 */
export function openFileWarnings(given: Environment): string[] {
  const environment = givenSettings(given)
  if (!isProduction(environment)) return []
  const files = [
    ...settingsFiles().map((file) => ({ name: 'The settings', file })),
    ...secretFileSettings.map((name) => ({ name, file: environment[name]?.trim() })),
    ...secretSettings.map((name) => ({ name: `${name}_FILE`, file: given[`${name}_FILE`]?.trim() })),
    ...databaseUrls.map((name) => ({
      name: `sslkey of ${name}`,
      file: new URLSearchParams(environment[name]?.split('?')[1]).get('sslkey'),
    })),
  ]
  return files.flatMap(({ name, file }) => {
    if (!file) return []
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & 0o077) === 0) return []
    return `${name}: ${file} has mode ${(mode & 0o777).toString(8).padStart(4, '0')}, so others than its owner may use it: chmod 600 it`
  })
}
