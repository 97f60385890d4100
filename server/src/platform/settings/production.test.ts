import { expect, test } from 'vitest'
import { productionProblem, productionRules, productionWarnings } from './production.ts'

const secret = 'a-3kq9vX.7pLw2zRt5yBn8mC4hJ6dGsU'
/** All settings that production requires. */
const whole: Record<string, string> = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://pematang_app@db.example/pematang',
  APP_ORIGIN: 'https://pematang.example',
  ESIGN_PROVIDER: 'gateway',
  ESIGN_BASE_URL: 'https://sign.example',
  ESIGN_API_KEY: secret,
  ESIGN_CALLBACK_SECRET: secret,
  ESIGN_TRUST_FILE: '/etc/pematang/signers.pem',
  XIGNATURE_BASE_URL: 'https://hash.example',
  XIGNATURE_API_KEY: secret,
  SMS_URL: 'https://sms.example/send',
  SMS_API_KEY: secret,
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'no-reply@pematang.example',
  BANKS_FILE: '/etc/pematang/banks.json',
  PLATFORM_CERTIFICATE_FILE: '/etc/pematang/certificate.pem',
  PLATFORM_KEY_FILE: '/etc/pematang/key.pem',
  AUDIT_KEY_FILE: '/etc/pematang/audit-keys',
  TIMESTAMP_URL: 'http://tsa.example',
  TIMESTAMP_TRUST_FILE: '/etc/pematang/timestamps.pem',
}
const requiredOf = (environment: Record<string, string>) =>
  productionRules.flatMap(({ setting, required }) =>
    required === true || (required && required.when(environment)) ? [setting] : [],
  )
const documentsInS3 = {
  DOCUMENT_S3_ENDPOINT: 'https://s3.example',
  DOCUMENT_S3_REGION: 'ap-southeast-3',
  DOCUMENT_S3_BUCKET: 'documents',
  DOCUMENT_S3_CREDENTIALS_FILE: '/etc/pematang/s3-credentials',
}
/** The same settings, with Privy as the signature provider instead of the gateway. */
const { ESIGN_API_KEY: _key, ESIGN_CALLBACK_SECRET: _callback, ...withoutGateway } = whole
const withPrivy: Record<string, string> = {
  ...withoutGateway,
  ESIGN_PROVIDER: 'privy',
  ESIGN_BASE_URL: 'https://core.privy.id',
  PRIVY_MERCHANT_KEY: secret,
  PRIVY_USERNAME: 'pematang',
  PRIVY_PASSWORD: secret,
  PRIVY_OWNER_ID: 'PE1234',
  PRIVY_ENTERPRISE_TOKEN: secret,
}

test.each([
  ['postgres://app@db.example/x', true],
  ['postgres://app@db.example/x?sslmode=require', true],
  ['postgres://app@127.0.0.1,10.0.0.2/x', true],
  ['postgres://app@db.example/x?sslmode=verify-full', false],
  ['postgres://app@db.example/x?sslmode=verify-ca', false],
  ['postgres://app@127.0.0.1:5432/x', false],
  ['postgres://app@localhost/x', false],
  ['postgres:///x?host=/var/run/postgresql', false],
  ['postgres://app@localhost/x?host=db.example', true],
])(
  'SEC-12 production with the database %s is warned of a server that it cannot verify: %s',
  (url, isWarned) => {
    const warnings = productionWarnings({ ...whole, DATABASE_URL: url }).join('\n')
    expect(warnings.includes('DATABASE_URL names another host without sslmode=verify-full')).toBe(isWarned)
    const replica = productionWarnings({
      ...whole,
      DATABASE_URL: 'postgres://app@localhost/x',
      READ_DATABASE_URL: url,
    })
    expect(replica.join('\n').includes('READ_DATABASE_URL names another host')).toBe(isWarned)
    expect(warnings).not.toContain('db.example')
  },
)

test('DOOR-02 production without any settings does not start, and names all missing ones in one message', () => {
  const problem = productionProblem({ NODE_ENV: 'production' }) ?? ''
  const needed = requiredOf({ NODE_ENV: 'production' })
  expect(needed.length).toBeGreaterThan(10)
  for (const setting of needed) expect(problem).toContain(setting)
  expect(problem.split('\n')).toHaveLength(1)
  expect(problem).toMatch(
    /^In production \(NODE_ENV=production\) every provider is real or nothing starts: set DATABASE_URL, /,
  )
})

test.each([
  ['DOOR-02 a gateway', whole],
  ['DOOR-12 Privy', withPrivy],
  [
    'DOOR-02 documents in a folder',
    { ...whole, DOCUMENT_STORE: 'folder', DOCUMENT_FOLDER: '/mnt/documents' },
  ],
  ['DOOR-02 documents in S3', { ...whole, DOCUMENT_STORE: 's3', ...documentsInS3 }],
])(
  '%s in production: each required setting is named when only that one is missing or blank',
  (_provider, set) => {
    expect(productionProblem(set)).toBeNull()
    for (const setting of requiredOf(set)) {
      for (const value of [undefined, '', '  ']) {
        const problem = productionProblem({ ...set, [setting]: value })
        // If no provider is named, the default one applies, so its settings are reported as missing too.
        if (setting === 'ESIGN_PROVIDER' && set === withPrivy) expect(problem).toContain(`set ${setting}, `)
        else expect(problem, setting).toContain(`: set ${setting}; `)
      }
    }
  },
)

test.each([
  'APP_ORIGIN',
  'CALLBACK_ORIGIN',
  'API_BASE',
  'ESIGN_BASE_URL',
  'ESIGN_PUBLIC_URL',
  'XIGNATURE_BASE_URL',
  'SMS_URL',
])(
  'DOOR-02 production refuses an address without TLS in the setting %s, on the local machine too',
  (setting) => {
    for (const value of [
      'http://pematang.example',
      'http://127.0.0.1:4010',
      'HTTP://x.example',
      'pematang.example',
      'none ',
    ]) {
      const named =
        setting === 'XIGNATURE_BASE_URL' && value === 'none ' ? null : `give an https address to ${setting}`
      const problem = productionProblem({ ...whole, [setting]: value })
      expect(problem === null ? null : problem.includes(named ?? ''), `${setting}=${value}`).toBe(
        named && true,
      )
    }
  },
)

test('DOOR-02 production refuses short and repetitive secrets, and does not print them', () => {
  const short = 'Rahasia-2026'
  const problem = productionProblem({
    ...whole,
    ESIGN_API_KEY: short,
    ESIGN_CALLBACK_SECRET: secret.slice(0, 31),
    SMS_API_KEY: 'abababababababababababab',
  })
  expect(problem).toContain(
    'ESIGN_API_KEY (16 characters or more), ESIGN_CALLBACK_SECRET (32 characters or more) and SMS_API_KEY (16 characters or more)',
  )
  expect(problem).not.toContain(short)
})

test('production accepts XIGNATURE_BASE_URL=none, and requires SMS_API_KEY only when the SMS request contains {key}', () => {
  const { XIGNATURE_API_KEY: _, SMS_API_KEY: __, ...rest } = whole
  const open = { ...rest, XIGNATURE_BASE_URL: 'none', SMS_HEADERS: '{"Authorization":"Basic x"}' }
  expect(productionProblem(open)).toBeNull()
  expect(productionProblem({ ...open, SMS_BODY: 'key={key}' })).toContain('SMS_API_KEY')
})

test('DOOR-02 a misspelt NODE_ENV such as "Production" does not count as development', () => {
  for (const NODE_ENV of ['prod', 'Production', 'production ', 'PRODUCTION', 'staging'])
    expect(productionProblem({ NODE_ENV }), NODE_ENV).toMatch(/^NODE_ENV is not known/)
  for (const NODE_ENV of [undefined, '', 'development', 'test'])
    expect(productionProblem({ NODE_ENV })).toBeNull()
})

test('DOOR-02 production without trusted proxies starts with a warning', () => {
  expect(productionWarnings(whole).join('\n')).toContain('TRUSTED_PROXIES is not set: no proxy is trusted')
  expect(productionWarnings({ ...whole, TRUSTED_PROXIES: '10.0.0.0/8' }).join()).not.toContain('TRUSTED')
  expect(productionWarnings({})).toEqual([])
})

test('production without contacts for help and complaints starts with a warning for each', () => {
  const contacts = {
    HELP_EMAIL: 'bantuan@a.example',
    HELP_PHONE: '+62 21 5000 1234',
    COMPLAINT_LINE: 'Pengaduan.',
  }
  for (const setting of Object.keys(contacts)) {
    expect(productionWarnings(whole).join('\n')).toContain(`${setting} is not set: no screen`)
    expect(productionWarnings({ ...whole, ...contacts }).join('\n')).not.toContain(`${setting} is not set`)
  }
})
