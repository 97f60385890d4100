import { readFileSync } from 'node:fs'
import path from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** Settings whose value is a secret or, as in a URL, holds one. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'READ_DATABASE_URL',
  'ESIGN_API_KEY',
  'ESIGN_CALLBACK_SECRET',
  'PRIVY_MERCHANT_KEY',
  'PRIVY_PASSWORD',
  'PRIVY_ENTERPRISE_TOKEN',
  'XIGNATURE_API_KEY',
  'SMS_API_KEY',
  'SMTP_URL',
  'PLATFORM_KEY_PASSPHRASE',
  'AUDIT_ANCHOR_TOKEN',
  'TIMESTAMP_URL',
] as const

/**
 * The settings with the secrets that are in files, not in the environment, which child processes inherit: NAME_FILE names
 * one, as for secrets of containers; without it a file called NAME in CREDENTIALS_DIRECTORY is taken, where systemd puts
 * what `LoadCredentialEncrypted=` names.
 * @throws if NAME_FILE cannot be read, or a secret is given twice; the message contains no secret
 */
export function withSecrets({ CREDENTIALS_DIRECTORY: credentials, ...given }: Environment): Environment {
  const settings: Record<string, string | undefined> = given
  for (const name of secretSettings) {
    const named = settings[`${name}_FILE`]?.trim()
    delete settings[`${name}_FILE`]
    const file = named ?? (credentials && path.join(credentials, name))
    const secret = file && readSecret(file, named === undefined ? undefined : `${name}_FILE`)
    if (!secret) continue
    if (settings[name] !== undefined)
      throw new Error(`${name} is given twice: as a setting and in the file ${file}`)
    settings[name] = secret
  }
  return settings
}

/** @param setting the setting that names the file; not every credential is given, and none to who may not enter the folder */
function readSecret(file: string, setting: string | undefined): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (setting === undefined) return undefined
    throw new Error(`${setting}: ${file} cannot be read`, { cause: error })
  }
}
