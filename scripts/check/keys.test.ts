import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../../server/src/platform/settings/config.ts'
import { secretFileSettings } from '../../server/src/platform/settings/secret-files.ts'
import { keysFindings, keysPage } from './keys.ts'

const page = readFileSync(path.join(import.meta.dirname, '../..', keysPage), 'utf8')
const names = Object.keys(settings.shape)
const messages = (text: string) => keysFindings(text, names).map(({ message }) => message)

test('SEC-14 the inventory of keys has a row for each setting with a key, certificate or secret', () => {
  expect(messages(page)).toEqual([])
})

test.each([
  ...secretFileSettings,
  'PLATFORM_CERTIFICATE_FILE',
  'PLATFORM_KEY_PASSPHRASE',
  'ESIGN_API_KEY',
  'ESIGN_CALLBACK_SECRET',
  'PRIVY_PASSWORD',
  'PRIVY_ENTERPRISE_TOKEN',
  'DATABASE_URL',
  'READ_DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
])('SEC-14 an inventory of keys without a row for %s has a fault', (name) => {
  const without = page.replaceAll(`\`${name}\``, '').concat(`\nOutside of a table, \`${name}\` is no row.\n`)
  expect(messages(without)).toEqual([`has no row for ${name}`])
})
