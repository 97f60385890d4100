import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { settings } from './config.ts'
import { givenSettings, productionProblem } from './production.ts'
import { openFileWarnings } from './secret-files.ts'
import { secretSettings } from './secrets.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'credentials-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

test.each([...secretSettings])(
  'SEC-13 the secret %s is read from the file that its _FILE setting names, and from the credentials of a unit',
  (name) => {
    const file = fileOf(name, `secret of ${name}\n`)
    expect(givenSettings({ [`${name}_FILE`]: file })[name]).toBe(`secret of ${name}`)
    const given = givenSettings({ CREDENTIALS_DIRECTORY: folder })
    expect(given[name]).toBe(`secret of ${name}`)
    // Settings that were read are handed on and read again.
    expect(givenSettings(given)).toEqual(given)
    rmSync(file)
    expect(givenSettings({ CREDENTIALS_DIRECTORY: folder })[name]).toBeUndefined()
  },
)

test('SEC-13 a secret whose file cannot be read, or that is given twice, stops the start without being shown', () => {
  const file = fileOf('SMS_API_KEY', 'abcdefgh12345678')
  for (const [given, says] of [
    [{ SMS_API_KEY_FILE: path.join(folder, 'none') }, /^SMS_API_KEY_FILE: .*none cannot be read$/],
    [{ SMS_API_KEY_FILE: file, SMS_API_KEY: 'another-key-12345' }, /^SMS_API_KEY is given twice: /],
    [{ CREDENTIALS_DIRECTORY: folder, SMS_API_KEY: 'another-key-12345' }, /^SMS_API_KEY is given twice: /],
  ] as const) {
    const refusal = () => productionProblem({ NODE_ENV: 'production', ...given })
    expect(refusal).toThrow(says)
    expect(refusal).not.toThrow(/abcdefgh|another-key/)
  }
  rmSync(file)
})

test('SEC-13 production takes a secret from a file for set, and warns where others may read that file', () => {
  const file = fileOf('key', 'abcdefgh12345678')
  const given = { NODE_ENV: 'production', XIGNATURE_API_KEY_FILE: file }
  expect(productionProblem({ NODE_ENV: 'production' })).toContain('XIGNATURE_API_KEY')
  expect(productionProblem(given)).not.toContain('XIGNATURE_API_KEY')
  expect(openFileWarnings(given)).toEqual([])
  chmodSync(file, 0o640)
  expect(openFileWarnings(given)).toEqual([expect.stringContaining('XIGNATURE_API_KEY_FILE: ')])
})

test('each setting whose name is that of a secret may be given in a file', () => {
  const secret = Object.keys(settings.shape).filter((name) =>
    /^(?!LIMIT_).*(?:DATABASE_(?:OWNER_)?URL|SMTP_URL|TIMESTAMP_URL|_(?:KEY|SECRET|PASSWORD|PASSPHRASE|TOKEN))$/.test(
      name,
    ),
  )
  expect(secret.sort()).toEqual([...secretSettings].sort())
})
