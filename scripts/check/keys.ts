import type { Finding } from './findings.ts'

/** The inventory of keys, certificates and secrets. */
export const keysPage = 'docs/security/keys.md'

/** Settings whose value is a secret, or names a file with keys or certificates; URLs hold the password of a login. */
const holdsSecret =
  /(?:^|^(?!LIMIT_).*_)(?:KEY|SECRET|PASSWORD|PASSPHRASE|TOKEN)$|_(?:KEY|CERTIFICATE|TRUST|CREDENTIALS)_FILE$|^BANKS_FILE$|^(?:READ_)?DATABASE_(?:OWNER_)?URL$|^SMTP_URL$/

/** The settings with a key, certificate or secret that the inventory does not name in a row of a table. */
export function keysFindings(page: string, settings: readonly string[]): Finding[] {
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  return settings
    .filter((name) => holdsSecret.test(name) && !rows.some((row) => row.includes(`\`${name}\``)))
    .map((name) => ({ file: keysPage, message: `has no row for ${name}` }))
}
