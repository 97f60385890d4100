import { join } from 'node:path'
import { type Environment, givenSettings, isProduction } from '../platform/settings/production.ts'

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** The settings of a migration: the database with the login that owns the tables, and the file of the audit keys. */
export type MigrationSettings = {
  url: string
  name: string
  auditKeyFile: string | null
  isProduction: boolean
}

/**
 * Reads the settings of a migration, which needs no others.
 * @throws if no database is configured.
 */
export function readMigrationSettings(settings: Environment): MigrationSettings {
  const environment = givenSettings(settings)
  const { DATABASE_OWNER_URL, DATABASE_URL, AUDIT_KEY_FILE = null } = environment
  const url = DATABASE_OWNER_URL ?? DATABASE_URL
  if (!url)
    throw new Error('DATABASE_OWNER_URL or DATABASE_URL names the PostgreSQL to migrate; npm start sets it')
  const name = DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'
  return { url, name, auditKeyFile: AUDIT_KEY_FILE, isProduction: isProduction(environment) }
}
