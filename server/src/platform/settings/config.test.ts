import { expect, test } from 'vitest'
import { settings as everySetting } from './config.ts'
import { readConfig } from '../../outside/read-config.ts'
import { esignPageOrigin } from '../../outside/esign/esign-provider.ts'
import { privySettings } from '../../outside/esign/privy/testing.ts'

const least = {
  DATABASE_URL: 'postgres://x',
  ESIGN_BASE_URL: 'http://esign.example',
  ESIGN_API_KEY: 'a key of the provider',
  ESIGN_CALLBACK_SECRET: 'a secret of the provider',
}

test('FIX-16 a process does not start when its settings count a transfer as lost while the bank could still execute it', () => {
  expect(readConfig(least).WITHDRAWAL_LOST_SECONDS).toBe(900)
  expect(readConfig({ ...least, WITHDRAWAL_LOST_SECONDS: '600' }).WITHDRAWAL_LOST_SECONDS).toBe(600)
  const start = (settings: Record<string, string>) => () => readConfig({ ...least, ...settings })
  expect(start({ WITHDRAWAL_LOST_SECONDS: '599' })).toThrow(/WITHDRAWAL_LOST_SECONDS: is at least 600:/)
  expect(start({ WITHDRAWAL_LOST_SECONDS: '310' })).toThrow(/at least 600/)
  expect(start({ BANK_CALL_WINDOW_SECONDS: '900' })).toThrow(/at least 1200/)
  expect(
    start({ BANK_CALL_WINDOW_SECONDS: '900', WITHDRAWAL_LOST_SECONDS: '1200' })().BANK_CALL_WINDOW_SECONDS,
  ).toBe(900)
})

const privy = {
  DATABASE_URL: 'postgres://x',
  ESIGN_PROVIDER: 'privy',
  ESIGN_BASE_URL: 'https://core.privy.id',
  ...privySettings,
}

test('DOOR-12 ESIGN_PROVIDER=privy requires the settings of Privy and not those of the signing gateway', () => {
  expect(readConfig(privy).ESIGN_PROVIDER).toBe('privy')
  for (const setting of Object.keys(privySettings)) {
    expect(() => readConfig({ ...privy, [setting]: '' }), setting).toThrow(
      new RegExp(`${setting}: .*ESIGN_PROVIDER=privy`),
    )
  }
  expect(() => readConfig({ ...least, ESIGN_CALLBACK_SECRET: '' })).toThrow(/ESIGN_CALLBACK_SECRET: /)
  expect(() => readConfig({ ...privy, ESIGN_PROVIDER: 'prvy' })).toThrow(/ESIGN_PROVIDER/)
})

test.each([
  ['https://core.privy.id', undefined, 'https://sign.privy.id'],
  ['https://api-sandbox.privy.id', undefined, 'https://sign-sandbox.privy.id'],
  ['https://core.privy.id', 'https://stg-sign.privy.id/doc', 'https://stg-sign.privy.id'],
])(
  'DOOR-12 for the Privy API %s with ESIGN_PUBLIC_URL %s, the signing page is embedded from %s',
  (api, page, origin) => {
    const settings = { ...privy, ESIGN_BASE_URL: api, ...(page && { ESIGN_PUBLIC_URL: page }) }
    expect(esignPageOrigin(readConfig(settings))).toBe(origin)
  },
)

test('DOOR-12 ESIGN_PUBLIC_URL is required for an unknown Privy API', () => {
  const other = { ...privy, ESIGN_BASE_URL: 'https://privy.example' }
  expect(() => readConfig(other)).toThrow(/ESIGN_PUBLIC_URL: names the origin of the signing page/)
})

test('NTF-02 an origin setting is read without trailing slashes', () => {
  for (const slashes of ['', '/', '//']) {
    const config = readConfig({
      ...least,
      APP_ORIGIN: `https://a.example${slashes}`,
      CALLBACK_ORIGIN: `https://b.example${slashes}`,
    })
    expect([config.APP_ORIGIN, config.CALLBACK_ORIGIN]).toEqual(['https://a.example', 'https://b.example'])
  }
  expect(readConfig(least).APP_ORIGIN).toBe('http://localhost:3000')
  expect(() => readConfig({ ...least, APP_ORIGIN: 'a.example' })).toThrow(/APP_ORIGIN/)
})

const inS3 = {
  DOCUMENT_S3_ENDPOINT: 'https://s3.example',
  DOCUMENT_S3_REGION: 'ap-southeast-3',
  DOCUMENT_S3_BUCKET: 'documents',
  DOCUMENT_S3_CREDENTIALS_FILE: '/etc/keys',
}

test('DOOR-02 the server refuses to start if a document store is only partly configured, even a store that is not in use', () => {
  expect(readConfig(least).DOCUMENT_STORE).toBe('database')
  const start = (settings: Record<string, string>) => () => readConfig({ ...least, ...settings })
  expect(start({ DOCUMENT_STORE: 'folder' })).toThrow(
    /DOCUMENT_FOLDER: is needed where DOCUMENT_STORE is folder/,
  )
  expect(start({ DOCUMENT_FOLDER: 'documents' })).toThrow(/DOCUMENT_FOLDER: is a path from the root/)
  expect(start({ DOCUMENT_STORE: 'disk' })).toThrow(/DOCUMENT_STORE/)
  expect(start({ DOCUMENT_STORE: 's3', ...inS3 })().DOCUMENT_S3_PATH_STYLE).toBe(true)
  expect(start({ ...inS3, DOCUMENT_S3_PATH_STYLE: 'false' })().DOCUMENT_S3_PATH_STYLE).toBe(false)
  for (const store of ['s3', 'database'])
    for (const setting of Object.keys(inS3))
      expect(start({ ...inS3, DOCUMENT_STORE: store, [setting]: '' }), setting).toThrow(
        new RegExp(`${setting}: is needed where`),
      )
  expect(start({ ...inS3, DOCUMENT_S3_PREFIX: '../x' })).toThrow(/DOCUMENT_S3_PREFIX/)
  expect(start({ ...inS3, DOCUMENT_S3_BUCKET: 'a/b' })).toThrow(/DOCUMENT_S3_BUCKET/)
})

test.each(['', '  '])(
  'a setting that is blank (%j) is the same as one that is missing, and is never read as 0',
  (blank) => {
    const config = readConfig(least)
    for (const setting of Object.keys(everySetting.shape)) {
      if (setting in least) expect(() => readConfig({ ...least, [setting]: blank }), setting).toThrow(setting)
      else expect(readConfig({ ...least, [setting]: blank }), setting).toEqual(config)
    }
    expect([config.PENALTY_DAILY_FRACTION, config.DAY_CLOSE_AFTER_HOURS, config.HOST]).toEqual([
      0.001,
      6,
      '127.0.0.1',
    ])
  },
)

test('SEC-08 production refuses a password hash below the minimum, and SEC-07 a waiting time beyond thirty days is refused', () => {
  expect(readConfig({ ...least, PASSWORD_MEMORY_KIB: '8' }).PASSWORD_MEMORY_KIB).toBe(8)
  const start = (settings: Record<string, string>) => () => readConfig({ ...least, ...settings })
  expect(start({ PASSWORD_MEMORY_KIB: '8', NODE_ENV: 'production' })).toThrow(
    /PASSWORD_MEMORY_KIB: is at least 19456 in production/,
  )
  expect(readConfig(least).WITHDRAWAL_WAIT_HOURS).toBe(24)
  expect(start({ WITHDRAWAL_WAIT_HOURS: '721' })).toThrow(/WITHDRAWAL_WAIT_HOURS/)
})
