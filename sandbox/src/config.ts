import path from 'node:path'

/** The settings of the sandbox process; read from the environment once, at the start. */
export type SandboxConfig = {
  host: string
  port: number
  /** Folder of all data that survives a restart. */
  dataFolder: string
  /** URL under which browsers reach the sandbox; null = the address it listens on. */
  publicUrl: string | null
  esign: EsignConfig
  /** Settings of Privy's API for merchants, which is offered in addition to the provider's own API; null = disabled. */
  privy: PrivyConfig | null
  /** The key of the provider that signs by hash; null = no such provider. */
  xignatureKey: string | null
  sms: SmsConfig
  mail: MailConfig
  bank: BankConfig
}

export type BankConfig = {
  /** File with the keys that the fake banks share with the app; null = no bank is faked. */
  keysFile: string | null
  /** File of payments that the app already has and that the bank's list must contain too; null = none. */
  pastLinesFile: string | null
  /** The URL where the app accepts calls of banks, including any path before /v1.0. */
  appUrl: string
  /** Delay of a slow answer, and of one that times out, milliseconds. */
  slowMs: number
  timeoutMs: number
  /** How long a late transfer stays pending, milliseconds. */
  lateMs: number
  /** Initial delay before a notice without an answer is sent again, milliseconds; it doubles up to a minute. */
  retryMs: number
}

export type SmsConfig = {
  apiKey: string
  /** Delay of the answer for the phone number that simulates a slow gateway, milliseconds. */
  slowMs: number
  /** Delay of the message for the phone number that simulates late delivery, milliseconds. */
  lateMs: number
}

export type MailConfig = {
  /** Port of the mail server; 0 = any free port, which /mail/inbox.json shows. */
  port: number
  /** Delay of the answer to the address that simulates a slow mail server, milliseconds. */
  slowMs: number
}

export type EsignConfig = {
  apiKey: string
  callbackSecret: string
  /** Origin of the app that may embed the signing page and receives its messages; null = none. */
  appOrigin: string | null
  /** Delay of the late callback, milliseconds. */
  lateMs: number
  /** Initial delay before a failed callback is sent again, milliseconds; it doubles up to a minute. */
  retryMs: number
}

/** The credentials of a merchant of Privy and its callback URL, which Privy stores with the merchant. */
export type PrivyConfig = {
  merchantKey: string
  username: string
  password: string
  ownerId: string
  enterpriseToken: string
  callbackUrl: string
}

/**
 * Reads the environment. Throws one Error that names every missing or invalid variable; always throws in production.
 */
export function readConfig(env: NodeJS.ProcessEnv): SandboxConfig {
  const problems: string[] = []
  if (env.NODE_ENV === 'production')
    problems.push('it plays providers and does not run with NODE_ENV=production')
  const required = (name: string, shortest = 1): string => {
    const value = env[name] ?? ''
    if (value.length < shortest) problems.push(`${name} is required (${shortest} characters or more)`)
    return value
  }
  const whole = (name: string, fallback: number, most: number): number => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value >= 0 && value <= most) return value
    problems.push(`${name} must be a whole number from 0 to ${most}`)
    return fallback
  }
  const origin = (name: string): string | null => {
    const text = env[name]
    if (text === undefined || text === '') return null
    const parsed = URL.parse(text)
    if (parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.origin === text) return text
    problems.push(`${name} must be one origin such as http://localhost:3000`)
    return null
  }
  const address = (name: string, fallback: string): string => {
    const text = env[name] || fallback
    if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) problems.push(`${name} must be an address`)
    return text.replace(/\/$/, '')
  }
  const config: SandboxConfig = {
    host: env.SANDBOX_HOST || '127.0.0.1',
    port: whole('SANDBOX_PORT', 4010, 65_535),
    dataFolder: path.resolve(required('SANDBOX_DATA')),
    publicUrl: origin('SANDBOX_PUBLIC_URL'),
    esign: {
      apiKey: required('ESIGN_API_KEY', 8),
      callbackSecret: required('ESIGN_CALLBACK_SECRET', 8),
      appOrigin: origin('ESIGN_FRAME_ANCESTORS'),
      lateMs: whole('ESIGN_LATE_MS', 20_000, 86_400_000),
      retryMs: whole('ESIGN_RETRY_MS', 1_000, 60_000),
    },
    privy: env.PRIVY_MERCHANT_KEY
      ? {
          merchantKey: required('PRIVY_MERCHANT_KEY', 8),
          username: required('PRIVY_USERNAME'),
          password: required('PRIVY_PASSWORD', 8),
          ownerId: required('PRIVY_OWNER_ID'),
          enterpriseToken: required('PRIVY_ENTERPRISE_TOKEN', 8),
          callbackUrl: address('SANDBOX_PRIVY_CALLBACK_URL', 'http://127.0.0.1:3000/api/v1/callbacks/privy'),
        }
      : null,
    xignatureKey: env.XIGNATURE_API_KEY || null,
    sms: {
      apiKey: required('SANDBOX_SMS_KEY', 8),
      slowMs: whole('SMS_SLOW_MS', 10_000, 60_000),
      lateMs: whole('SMS_LATE_MS', 20_000, 86_400_000),
    },
    mail: {
      port: whole('SANDBOX_SMTP_PORT', 0, 65_535),
      slowMs: whole('SANDBOX_MAIL_SLOW_MS', 10_000, 60_000),
    },
    bank: {
      keysFile: env.SANDBOX_BANKS_FILE || null,
      pastLinesFile: env.SANDBOX_BANK_PAST_LINES_FILE || null,
      appUrl: address('SANDBOX_BANK_APP_URL', 'http://127.0.0.1:3000'),
      slowMs: whole('SANDBOX_BANK_SLOW_MS', 2_000, 60_000),
      timeoutMs: whole('SANDBOX_BANK_TIMEOUT_MS', 20_000, 60_000),
      // The bank refuses orders older than five minutes, so a late transfer becomes known before that limit.
      lateMs: whole('SANDBOX_BANK_LATE_MS', 8_000, 290_000),
      retryMs: whole('SANDBOX_BANK_RETRY_MS', 1_000, 60_000),
    },
  }
  if (problems.length > 0) throw new Error(`sandbox: ${problems.join('; ')}`)
  return config
}
