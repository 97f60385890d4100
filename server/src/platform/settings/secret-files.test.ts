import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { settings } from './config.ts'
import { openFileWarnings, secretFileSettings } from './secret-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(mode: number): string {
  const file = path.join(folder, mode.toString(8))
  // One that may not be written is made anew.
  rmSync(file, { force: true })
  writeFileSync(file, 'a secret')
  chmodSync(file, mode)
  return file
}

test.each([...secretFileSettings])(
  'DOOR-02 production warns where others than its owner may use the file of %s',
  (setting) => {
    for (const mode of [0o640, 0o604, 0o660, 0o666]) {
      const warnings = openFileWarnings({ NODE_ENV: 'production', [setting]: fileOf(mode) })
      expect(warnings).toEqual([expect.stringContaining(`${setting}: ${fileOf(mode)} has mode 0`)])
    }
    for (const mode of [0o600, 0o400])
      expect(openFileWarnings({ NODE_ENV: 'production', [setting]: fileOf(mode) })).toEqual([])
    expect(openFileWarnings({ NODE_ENV: 'production', [setting]: path.join(folder, 'none') })).toEqual([])
    expect(openFileWarnings({ [setting]: fileOf(0o644) })).toEqual([])
  },
)

test('DOOR-02 production warns of the key of a database’s client, and of the settings beside the program', () => {
  const url = (file: string) => `postgres://db.example/p?sslmode=verify-full&sslkey=${file}`
  const of = (mode: number) => openFileWarnings({ NODE_ENV: 'production', DATABASE_URL: url(fileOf(mode)) })
  expect([of(0o600), of(0o644)]).toEqual([[], [expect.stringContaining('sslkey of DATABASE_URL: ')]])
  const file = path.join(folder, '.env')
  writeFileSync(file, 'SMS_API_KEY=abc')
  chmodSync(file, 0o644)
  const here = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  try {
    expect(openFileWarnings({ NODE_ENV: 'production' })).toEqual([expect.stringContaining('mode 0644')])
  } finally {
    here.mockRestore()
  }
})

test('each setting that names a file is one with a secret or one that anybody may read', () => {
  const open = [
    'PLATFORM_CERTIFICATE_FILE',
    'ESIGN_TRUST_FILE',
    'TIMESTAMP_TRUST_FILE',
    // Signed heads of the audit trail.
    'AUDIT_ANCHOR_FILE',
  ]
  const files = Object.keys(settings.shape).filter((name) => name.endsWith('_FILE'))
  expect(files.sort()).toEqual([...secretFileSettings, ...open].sort())
})
