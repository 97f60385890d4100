import * as z from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const seconds = z.coerce.number().int().positive()
const optionalText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null)

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
  /** How long a reservation waits for its signature. */
  SIGNATURE_SECONDS: seconds.default(1800),
  /** How often the provider is asked about a document whose callback has not come. */
  SIGNATURE_POLL_SECONDS: seconds.default(20),

  /** What a late borrower pays, a day and at most, as fractions of the overdue and of the funded amount. */
  PENALTY_DAILY_FRACTION: z.coerce.number().min(0).max(1).default(0.001),
  PENALTY_MAXIMUM_FRACTION: z.coerce.number().min(0).max(1).default(1),

  SESSION_IDLE_SECONDS: seconds.default(15 * 60),
  SESSION_ABSOLUTE_SECONDS: seconds.default(12 * 3600),

  /** Requests under way at once; one more is answered 503. */
  /** Funding requests that may wait; one more is answered 503. */
  FUNDING_QUEUE: z.coerce.number().int().positive().default(1024),
  HTTP_MAX_IN_FLIGHT: z.coerce.number().int().positive().default(512),
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
