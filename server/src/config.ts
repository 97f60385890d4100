import * as z from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const seconds = z.coerce.number().int().positive()
const optionalText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null)

/** A limit such as 10/900: ten at once, and ten more spread over 900 seconds. */
const limit = (usual: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, 'is a count and seconds, e.g. 10/900')
    .default(usual)
    .transform((text) => {
      const [count = 1, perSeconds = 1] = text.split('/').map(Number)
      return { count, seconds: perSeconds }
    })

/** Every setting, with its environment variable, unit and default. Nobody else reads the environment. */
const settings = z.object({
  DATABASE_URL: z.string().min(1, 'DATABASE_URL names the PostgreSQL to use; npm start sets it'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(16),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Where browsers find the app, scheme and host. */
  APP_ORIGIN: z.url().default('http://localhost:3000'),
  /** Where the provider of e-signatures calls back; the app's own address by default. */
  CALLBACK_ORIGIN: z.url().optional(),
  /** Another origin for the API, where it is not served with the app. Empty: the same. */
  API_BASE: z.string().default(''),
  WEB_ROOT: z.string().optional(),
  /** The folder of this installation; the demo leaves its login there for the start-up summary. */
  PEMATANG_DATA: z.string().optional(),

  ESIGN_BASE_URL: z.url(),
  /** The provider's address as the browser sees it; the same by default. */
  ESIGN_PUBLIC_URL: z.url().optional(),
  ESIGN_API_KEY: z.string().min(8),
  ESIGN_CALLBACK_SECRET: z.string().min(16),
  /** The provider that signs by hash, for lenders who sign with XIGNATURE. Without an address their fundings expire. */
  XIGNATURE_BASE_URL: optionalText.pipe(z.url().nullable()),
  XIGNATURE_API_KEY: z.string().default(''),
  /**
   * The SMS gateway: a request made of templates with {to}, {text}, {reference} and, for the secret, {key}. As they
   * are they fit the sandbox. Without an address no message can be sent.
   */
  SMS_URL: optionalText,
  SMS_METHOD: z.enum(['POST', 'PUT', 'GET']).default('POST'),
  SMS_HEADERS: z.string().default('{"X-Api-Key":"{key}"}'),
  SMS_BODY_TYPE: z.enum(['json', 'form', 'none']).default('json'),
  SMS_BODY: z.string().default('{"to":"{to}","text":"{text}","reference":"{reference}"}'),
  SMS_API_KEY: z.string().default(''),
  /** A regular expression for gateways that answer 2xx also to what they do not take. */
  SMS_TAKEN_PATTERN: optionalText,
  SMS_NUMBER_FORMAT: z.enum(['digits', 'plus', 'local']).default('digits'),
  /** Longest wait for one answer of the gateway, and for all tries together. */
  SMS_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(5_000),
  SMS_DEADLINE_MS: z.coerce.number().int().min(100).max(30_000).default(15_000),
  /** How long a reservation waits for its signature. */
  SIGNATURE_SECONDS: seconds.default(1800),
  /** How often the provider is asked about a document whose callback has not come. */
  SIGNATURE_POLL_SECONDS: seconds.default(20),

  /** What a late borrower pays, a day and at most, as fractions of the overdue and of the funded amount. */
  PENALTY_DAILY_FRACTION: z.coerce.number().min(0).max(1).default(0.001),
  PENALTY_MAXIMUM_FRACTION: z.coerce.number().min(0).max(1).default(1),

  /** How long after midnight in Jakarta the worker closes a day, so that the bank's files of it are in. */
  DAY_CLOSE_AFTER_HOURS: z.coerce.number().min(0).max(48).default(6),

  SESSION_IDLE_SECONDS: seconds.default(15 * 60),
  SESSION_ABSOLUTE_SECONDS: seconds.default(12 * 3600),

  /** Addresses or networks of the proxies before the app, joined by commas; only they may name the client's address. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || [])),
  /** Wrong logins: of one number, of one number in a browser that knows it, from one address. */
  LIMIT_LOGIN_ACCOUNT: limit('10/900'),
  LIMIT_LOGIN_DEVICE: limit('10/900'),
  LIMIT_LOGIN_ADDRESS: limit('100/600'),
  /** Wrong logins from one address after which an unknown number is no longer told from a wrong password. */
  LIMIT_REVEAL_ADDRESS: limit('20/3600'),
  /** Codes by SMS. */
  LIMIT_CODE_ACCOUNT: limit('10/86400'),
  LIMIT_CODE_DEVICE: limit('10/86400'),
  LIMIT_CODE_ADDRESS: limit('30/3600'),
  /** Codes tried and passwords reset from one address. */
  LIMIT_MATCH_ADDRESS: limit('100/600'),
  /** Wrong passwords given inside a session. */
  LIMIT_PASSWORD_ACCOUNT: limit('10/900'),
  LIMIT_PASSWORD_DEVICE: limit('10/900'),
  LIMIT_PASSWORD_ADDRESS: limit('100/600'),
  /** Documents and reports. */
  LIMIT_DOWNLOAD_ACCOUNT: limit('120/60'),
  LIMIT_DOWNLOAD_DEVICE: limit('120/60'),
  LIMIT_DOWNLOAD_ADDRESS: limit('600/60'),
  /** Agreements made to be read; each is kept for good. */
  LIMIT_AGREEMENT_ACCOUNT: limit('120/600'),
  LIMIT_AGREEMENT_DEVICE: limit('120/600'),
  LIMIT_AGREEMENT_ADDRESS: limit('600/600'),
  /** The three calls of the insight. */
  LIMIT_INSIGHT_ACCOUNT: limit('120/60'),
  LIMIT_INSIGHT_DEVICE: limit('120/60'),
  LIMIT_INSIGHT_ADDRESS: limit('600/60'),

  /** The banks that move lenders' money, as JSON (docs/runbook/settings.md). Without it none can call. */
  BANKS_FILE: optionalText,
  /** Where banks call: below this path, with the app; or on a port of its own where one is named. */
  SNAP_PREFIX: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'is a path such as /bank, without a slash at its end')
    .default(''),
  SNAP_PORT: port.default(0),
  SNAP_HOST: z.string().default('127.0.0.1'),
  /** How far the time of a call may be from ours, either way, and how long a token is good. */
  SNAP_SKEW_SECONDS: seconds.default(300),
  SNAP_TOKEN_SECONDS: seconds.default(900),
  /** Calls and calls for a token from one address, in one process. */
  LIMIT_SNAP_CALL: limit('30000/60'),
  LIMIT_SNAP_TOKEN: limit('600/60'),
  /** Longest wait for one answer of a bank that we call; a withdrawal asks it for three at most at a time. */
  BANK_TIMEOUT_MS: z.coerce.number().int().min(100).max(12_000).default(8_000),
  /**
   * A transfer that the bank has never heard of is given up after so long, and its money returned: longer than the
   * bank takes a call that is late (its limit is 300 seconds after X-TIMESTAMP).
   */
  WITHDRAWAL_LOST_SECONDS: seconds.min(310).default(900),
  /** A withdrawal that could not be given to the bank in so long is returned. */
  WITHDRAWAL_GIVE_UP_SECONDS: seconds.default(86_400),
  /** Days from Monday to Friday on which banks are closed, YYYY-MM-DD joined by commas. */
  BANK_HOLIDAYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((day) => day.trim() || []))
    .pipe(z.array(z.iso.date())),
  /** Payment notices that may wait; one more is answered 504. */
  DEPOSIT_QUEUE: z.coerce.number().int().positive().default(1024),
  /** Funding requests that may wait; one more is answered 503. */
  FUNDING_QUEUE: z.coerce.number().int().positive().default(1024),
  /** Threads that make the agreements to be read, and requests that may wait for them; one more is answered 503. */
  RENDER_THREADS: z.coerce.number().int().min(1).max(16).default(1),
  RENDER_QUEUE: z.coerce.number().int().positive().default(64),
  /** Requests under way at once; one more is answered 503. */
  HTTP_MAX_IN_FLIGHT: z.coerce.number().int().positive().default(512),
  /** Prometheus metrics of the HTTP process and of the worker, each on a port of its own; 0 for none. */
  METRICS_PORT: port.default(9464),
  WORKER_METRICS_PORT: port.default(9465),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** How long a process that is asked to stop still takes requests, with /readyz at 503; less when nobody is connected. */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(1),
  /** After so long callers that still hang are cut off. */
  STOP_LIMIT_SECONDS: z.coerce.number().min(0).max(60).default(8),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),

  OPERATOR_NAME: z.string().default('Pematang'),
  OPERATOR_ADDRESS: z.string().default(''),
  OPERATOR_MARK_URL: optionalText,
  /** E.g. that the operator is licensed and supervised. Empty by default: nothing claims a licence. */
  OPERATOR_LICENCE_LINE: optionalText,
})

/** Who types an operator's command, for the audit trail. */
export const operatorName = (environment: Record<string, string | undefined>): string =>
  environment.USER || 'operator'

export type Config = Readonly<z.infer<typeof settings>>

/** Whether browsers find the app over TLS. */
export const isSecure = (config: Config): boolean => config.APP_ORIGIN.startsWith('https:')

/**
 * Reads the settings once.
 * @throws with one line for each setting that is missing or wrong.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = settings.safeParse(environment)
  if (result.success) return Object.freeze(result.data)
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The settings are not complete:\n${lines.join('\n')}`)
}
