import path from 'node:path'

/** What the sandbox process needs to know; read from the environment once, at the start. */
export type SandboxConfig = {
  host: string
  port: number
  /** Folder that keeps everything between restarts. */
  dataFolder: string
  /** Address under which browsers reach the sandbox; null = the address it listens on. */
  publicUrl: string | null
  esign: EsignConfig
  /** The key of the provider that signs by hash; null = no such provider. */
  xignatureKey: string | null
  sms: SmsConfig
  bank: BankConfig
}

export type BankConfig = {
  /** The banks' halves of the keys that the app and they share; null = no bank. */
  keysFile: string | null
  /** Where the app listens for banks, with a path before /v1.0 where it has one. */
  appUrl: string
  /** How long a bank waits where it is slow, and where it times out, milliseconds. */
  slowMs: number
  timeoutMs: number
  /** How long money is under way where it is late, milliseconds. */
  lateMs: number
  /** First pause before a notice without an answer is told again, milliseconds; it doubles up to a minute. */
  retryMs: number
}

export type SmsConfig = {
  apiKey: string
  /** How long the slow number waits for its answer, milliseconds. */
  slowMs: number
  /** How long the late number waits for its message, milliseconds. */
  lateMs: number
}

export type EsignConfig = {
  apiKey: string
  callbackSecret: string
  /** Origin of the app that may embed the signing page and hears its messages; null = nobody. */
  appOrigin: string | null
  /** Delay of the late callback, milliseconds. */
  lateMs: number
  /** First pause before a failed callback is sent again, milliseconds; it doubles up to a minute. */
  retryMs: number
}

/** Reads the environment. Throws one Error that names every variable that is missing or wrong. */
export function readConfig(env: NodeJS.ProcessEnv): SandboxConfig {
  const problems: string[] = []
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
    xignatureKey: env.XIGNATURE_API_KEY || null,
    sms: {
      apiKey: required('SANDBOX_SMS_KEY', 8),
      slowMs: whole('SMS_SLOW_MS', 10_000, 60_000),
      lateMs: whole('SMS_LATE_MS', 20_000, 86_400_000),
    },
    bank: {
      keysFile: env.SANDBOX_BANKS_FILE || null,
      appUrl: address('SANDBOX_BANK_APP_URL', 'http://127.0.0.1:3000'),
      slowMs: whole('SANDBOX_BANK_SLOW_MS', 2_000, 60_000),
      timeoutMs: whole('SANDBOX_BANK_TIMEOUT_MS', 20_000, 60_000),
      // An order that is older than five minutes is not taken any more, so none is under way for longer.
      lateMs: whole('SANDBOX_BANK_LATE_MS', 8_000, 290_000),
      retryMs: whole('SANDBOX_BANK_RETRY_MS', 1_000, 60_000),
    },
  }
  if (problems.length > 0) throw new Error(`sandbox: ${problems.join('; ')}`)
  return config
}
