import * as z from 'zod'
import { checkTogether } from './outside/check-settings.ts'
import { limit, optionalText, origin, percent, phoneText, port, seconds } from './platform/setting-fields.ts'
import { isProduction, noProvider } from './production.ts'

/** The default risk warning, which every screen shows. */
const usualRiskWarning =
  'Pendanaan memiliki risiko gagal bayar yang sepenuhnya ditanggung oleh Pemberi Dana. Tidak ada lembaga atau otoritas negara yang bertanggung jawab atas risiko ini.'

/**
 * Every setting, with its environment variable, unit and default. Only this module reads the environment. The comments
 * become the table of docs/runbook/settings.md (`npm run generate`); a setting without a comment shares the row above
 * it.
 */
export const settings = z.object({
  /** `production` makes every setting mandatory that only a demo can do without: see the third column */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /**
   * any PostgreSQL from 15, with a login that is `pematang_app` or a member of it and nothing else
   * ([two logins](operations.md#two-logins-for-the-database)); for development the owner of the tables does as well
   */
  DATABASE_URL: z.string().min(1, 'DATABASE_URL names the PostgreSQL to use; npm start sets it'),
  /**
   * the same database as the owner of its tables, used only by `npm run migrate`, which the start runs too; default:
   * `DATABASE_URL`
   */
  DATABASE_OWNER_URL: optionalText,
  /** database connections of a process */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(16),
  /**
   * how long a request waits for a response of the database; then its connection is closed and the request answered
   * with 503. More than the 5 seconds that a statement may wait for a lock
   */
  DATABASE_ANSWER_SECONDS: z.coerce.number().min(6).max(300).default(10),
  /** the same for a statement of the worker, on which no request waits */
  DATABASE_WORK_SECONDS: z.coerce.number().min(60).max(86_400).default(900),
  /** where the app listens */
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** the origin at which browsers reach the app, scheme and host; with https it sends HSTS */
  APP_ORIGIN: origin.default('http://localhost:3000'),
  /** where the e-signature provider calls back; default: the app's own address */
  CALLBACK_ORIGIN: origin.optional(),
  /** where the screens send their calls, if not to the origin that serves them */
  API_BASE: z.string().default(''),
  /** folder of the built screens; without it `web/dist` */
  WEB_ROOT: z.string().optional(),
  /** folder of the embedded database, secrets and logs */
  PEMATANG_DATA: z.string().optional(),

  /**
   * the protocol of the e-signature provider: `privy`, Privy's API for merchants, or `gateway`, the sandbox's protocol,
   * for a gateway of your own ([decision 0026](../decisions/0026-privy.md))
   */
  ESIGN_PROVIDER: z.enum(['gateway', 'privy']).default('gateway'),
  /** the e-signature provider; for Privy the origin of its API: `https://core.privy.id` */
  ESIGN_BASE_URL: z.url(),
  /**
   * the provider's address as the browser sees it, if different; for Privy the origin of its signing page, by default
   * derived from the address of its API. The pages of the app embed this origin and no other
   */
  ESIGN_PUBLIC_URL: z.url().optional(),
  /** with `ESIGN_PROVIDER=gateway`: the key that the app sends to the provider */
  ESIGN_API_KEY: z.string().default(''),
  /** with `ESIGN_PROVIDER=gateway`: the secret with which the provider signs its callbacks */
  ESIGN_CALLBACK_SECRET: z.string().default(''),
  /** with `ESIGN_PROVIDER=privy`: the credentials that Privy gives to a merchant, see below */
  PRIVY_MERCHANT_KEY: z.string().default(''),
  PRIVY_USERNAME: z.string().default(''),
  PRIVY_PASSWORD: z.string().default(''),
  PRIVY_OWNER_ID: z.string().default(''),
  PRIVY_ENTERPRISE_TOKEN: z.string().default(''),
  /** longest wait for one response of Privy, milliseconds */
  PRIVY_TIMEOUT_MS: z.coerce.number().int().min(100).max(15_000).default(8_000),
  /**
   * PEM file of the authorities that issue lenders' certificates, at either provider; read anew for each signature, so
   * a changed file needs no restart. Without it any authority is trusted
   */
  ESIGN_TRUST_FILE: optionalText,
  /**
   * the provider that signs by hash, for lenders assigned to it with `lenders signer`; without it, or with `none`,
   * their fundings expire and the money is returned
   */
  XIGNATURE_BASE_URL: optionalText
    .transform((text) => (text === noProvider ? null : text))
    .pipe(z.url().nullable()),
  /** the key that the app sends to that provider */
  XIGNATURE_API_KEY: z.string().default(''),
  /** the SMS gateway, see below; without an address no message can be sent */
  SMS_URL: optionalText,
  /** the request to the gateway, made of templates with {to}, {text}, {reference} and, for the secret, {key} */
  SMS_METHOD: z.enum(['POST', 'PUT', 'GET']).default('POST'),
  SMS_HEADERS: z.string().default('{"X-Api-Key":"{key}"}'),
  SMS_BODY_TYPE: z.enum(['json', 'form', 'none']).default('json'),
  SMS_BODY: z.string().default('{"to":"{to}","text":"{text}","reference":"{reference}"}'),
  /** the value of {key} in the templates */
  SMS_API_KEY: z.string().default(''),
  /** the pattern that the body of a 2xx response must match, for gateways that answer 200 to everything */
  SMS_TAKEN_PATTERN: optionalText,
  /** the format of {to}: `digits` 6281…, `plus` +6281…, `local` 081… */
  SMS_NUMBER_FORMAT: z.enum(['digits', 'plus', 'local']).default('digits'),
  /** longest wait for one response of the gateway, and for all attempts together, milliseconds */
  SMS_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(5_000),
  SMS_DEADLINE_MS: z.coerce.number().int().min(100).max(30_000).default(15_000),
  /**
   * the mail server for notifications, e.g. `smtps://user:password@smtp.example.com`, or `smtp://…`, which uses
   * STARTTLS if the server offers it; `none` to send no e-mail
   */
  SMTP_URL: optionalText
    .transform((text) => (text === noProvider ? null : text))
    .pipe(z.url({ protocol: /^smtps?$/ }).nullable()),
  /** the sender address of e-mail */
  MAIL_FROM: z.email().default('no-reply@localhost.localdomain'),
  /** longest wait for one response of the mail server, milliseconds */
  SMTP_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** when the daily e-mail and the further notifications of a day are sent: HH:MM in Jakarta */
  NOTIFICATION_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is a time such as 18:00')
    .default('18:00'),
  /** how long a notification waits for further events of its kind before it is sent */
  NOTIFICATION_WAIT_SECONDS: seconds.default(60),
  /** how long a notification is retried while its gateway is unavailable */
  NOTIFICATION_GIVE_UP_SECONDS: seconds.default(259_200),
  /** how long a reservation waits for its signature */
  SIGNATURE_SECONDS: seconds.default(1800),
  /** additional time for each further reservation that is signed together with others */
  SIGNATURE_SECONDS_EACH: seconds.default(60),
  /** the number of days that a mandate for automatic funding is in force */
  MANDATE_DAYS: z.coerce.number().int().min(1).max(3_650).default(365),
  /** how often the provider is asked about a document whose callback has not arrived */
  SIGNATURE_POLL_SECONDS: seconds.default(20),

  /**
   * the share of a lender's portfolio, in percent, above which the funding dialog warns: of one borrower, one loan type
   * or one grade; 100 disables the warning
   */
  CONCENTRATION_BORROWER_PERCENT: percent.default(10),
  CONCENTRATION_LOAN_TYPE_PERCENT: percent.default(100),
  CONCENTRATION_GRADE_PERCENT: percent.default(100),

  /** how often loans are allocated to automatic funding strategies; newly published loans do not wait for it */
  AUTO_FUNDING_ROUND_SECONDS: seconds.default(300),
  /** the share of a loan reserved for hand-picking, in percent, and for how many hours of its offer */
  AUTO_FUNDING_HAND_PERCENT: percent.default(40),
  AUTO_FUNDING_HAND_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),

  /**
   * the penalty for late payment, per day and at most, as fractions of the overdue and of the funded amount, for loans
   * offered from now on: it is stored with the loan and stated in its agreements
   */
  PENALTY_DAILY_FRACTION: z.coerce.number().min(0).max(1).default(0.001),
  PENALTY_MAXIMUM_FRACTION: z.coerce.number().min(0).max(1).default(1),

  /**
   * `required` or `optional`: whether a loan can be offered only with its borrower's consent in [the loan
   * file](../loan-file.md). Loans offered before are not affected
   */
  BORROWER_CONSENT: z.enum(['required', 'optional']).optional(),

  /**
   * the order in which payments are allocated, for loans offered or taken over from now on: also
   * `INTEREST_PENALTY_PRINCIPAL` or `PENALTY_INTEREST_PRINCIPAL` ([decision
   * 0020](../decisions/0020-terms-of-a-loan.md))
   */
  ALLOCATION_ORDER: z
    .enum(['INTEREST_PRINCIPAL_PENALTY', 'INTEREST_PENALTY_PRINCIPAL', 'PENALTY_INTEREST_PRINCIPAL'])
    .default('INTEREST_PRINCIPAL_PENALTY'),

  /**
   * a payment of more than this multiple of what its loan can still owe requires `--yes`; a line of a file is refused
   * without it
   */
  PAYMENT_MULTIPLE: z.coerce.number().min(1).max(1_000_000).default(1.1),
  /** the same for a payment or a disbursement dated more than this number of days ago */
  VALUE_DATE_DAYS: z.coerce.number().int().min(0).max(100_000).default(7),

  /**
   * how long after midnight in Jakarta the worker closes the previous day, so that the bank's files have arrived; it
   * continues from the first day that an operator closed
   */
  DAY_CLOSE_AFTER_HOURS: z.coerce.number().min(0).max(48).default(6),

  /** when a session ends: after this time without use, and after this time in any case */
  SESSION_IDLE_SECONDS: seconds.default(15 * 60),
  SESSION_ABSOLUTE_SECONDS: seconds.default(12 * 3600),

  /**
   * addresses or networks, joined by commas, of the proxies before the app; only their X-Forwarded-For is trusted.
   * Without it all clients behind a proxy share the limits of its address
   */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || [])),
  /**
   * wrong logins of one number, of one number in a browser that it has logged in with, and from one address: the number
   * allowed at once, and the seconds until as many are allowed again
   */
  LIMIT_LOGIN_ACCOUNT: limit('10/900'),
  LIMIT_LOGIN_DEVICE: limit('10/900'),
  LIMIT_LOGIN_ADDRESS: limit('100/600'),
  /** wrong logins from one address after which an unknown number gets the response of a wrong password */
  LIMIT_REVEAL_ADDRESS: limit('20/3600'),
  /** codes by SMS */
  LIMIT_CODE_ACCOUNT: limit('10/86400'),
  LIMIT_CODE_DEVICE: limit('10/86400'),
  LIMIT_CODE_ADDRESS: limit('30/3600'),
  /** matched codes and password resets, and wrong codes of balance confirmations, from one address */
  LIMIT_MATCH_ADDRESS: limit('100/600'),
  LIMIT_VERIFY_ADDRESS: limit('30/600'),
  /** wrong passwords given inside a session */
  LIMIT_PASSWORD_ACCOUNT: limit('10/900'),
  LIMIT_PASSWORD_DEVICE: limit('10/900'),
  LIMIT_PASSWORD_ADDRESS: limit('100/600'),
  /** documents and reports */
  LIMIT_DOWNLOAD_ACCOUNT: limit('120/60'),
  LIMIT_DOWNLOAD_DEVICE: limit('120/60'),
  LIMIT_DOWNLOAD_ADDRESS: limit('600/60'),
  /** agreements generated for reading before a funding; each is stored forever */
  LIMIT_AGREEMENT_ACCOUNT: limit('120/600'),
  LIMIT_AGREEMENT_DEVICE: limit('120/600'),
  LIMIT_AGREEMENT_ADDRESS: limit('600/600'),
  /** calls of the insight screens, and of the concentration after a funding */
  LIMIT_INSIGHT_ACCOUNT: limit('120/60'),
  LIMIT_INSIGHT_DEVICE: limit('120/60'),
  LIMIT_INSIGHT_ADDRESS: limit('600/60'),

  /**
   * requests for unknown paths, or without a session, from one address, in each process; further ones are answered 429
   */
  LIMIT_NOISE_ADDRESS: limit('600/60'),
  /** requests for one call that needs no session, such as the TKB figures, from one address, in each process */
  LIMIT_GUEST_ADDRESS: limit('6000/60'),

  /** the file with the banks that move lenders' money, see below; without it no bank can call */
  BANKS_FILE: optionalText,
  /** where banks call: `/v1.0/…` below this path on the app's port, or, with a port, only there */
  SNAP_PREFIX: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'is a path such as /bank, without a slash at its end')
    .default(''),
  SNAP_PORT: port.default(0),
  SNAP_HOST: z.string().default('127.0.0.1'),
  /** how far the time of a bank's call may differ from the database's, and how long its token is valid */
  SNAP_SKEW_SECONDS: seconds.default(300),
  SNAP_TOKEN_SECONDS: seconds.default(900),
  /** calls of banks, and calls for a token, from one address, in each process */
  LIMIT_SNAP_CALL: limit('30000/60'),
  LIMIT_SNAP_TOKEN: limit('600/60'),
  /** longest wait for one response of a bank, milliseconds; a withdrawal makes at most three calls at a time */
  BANK_TIMEOUT_MS: z.coerce.number().int().min(100).max(12_000).default(8_000),
  /**
   * how long after the time in its signature (X-TIMESTAMP) a bank accepts a call, as the bank states; the longer one of
   * two banks
   */
  BANK_CALL_WINDOW_SECONDS: seconds.default(300),
  /**
   * after this time a transfer unknown to the bank counts as lost and its money is returned; at least
   * `BANK_CALL_WINDOW_SECONDS` plus 300, or the app does not start: the order must no longer be able to arrive
   */
  WITHDRAWAL_LOST_SECONDS: seconds.default(900),
  /** a withdrawal that could not be sent to the bank within this time is returned */
  WITHDRAWAL_GIVE_UP_SECONDS: seconds.default(86_400),
  /** days from Monday to Friday on which banks are closed, `2026-12-25,2027-01-01`; they are not working days */
  BANK_HOLIDAYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((day) => day.trim() || []))
    .pipe(z.array(z.iso.date())),
  /** payment notices that may be queued; further ones are answered 504 */
  DEPOSIT_QUEUE: z.coerce.number().int().positive().default(1024),
  /** funding requests that may be queued; further ones are answered 503 */
  FUNDING_QUEUE: z.coerce.number().int().positive().default(1024),
  /**
   * threads that render the agreements to be read, beside the main thread, and requests that may be queued for them;
   * further ones are answered 503. A thread renders the two of a funding in some 0.1 s and has a low priority
   */
  RENDER_THREADS: z.coerce.number().int().min(1).max(16).default(1),
  RENDER_QUEUE: z.coerce.number().int().positive().default(64),
  /** concurrent requests; further ones are answered 503 */
  HTTP_MAX_IN_FLIGHT: z.coerce.number().int().positive().default(512),
  /**
   * connections that one address may have open, in each process; further ones are closed at once. 0 for no limit;
   * `TRUSTED_PROXIES` have none
   */
  HTTP_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(256),
  /** a response that its caller has not read within this time is aborted */
  HTTP_READ_LIMIT_SECONDS: seconds.default(120),
  /** [metrics](watching.md) of the HTTP process and of the worker, each on its own port; 0 disables them */
  METRICS_PORT: port.default(9464),
  WORKER_METRICS_PORT: port.default(9465),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** a process that is not ready after this time, because its database does not answer, ends and is restarted */
  START_LIMIT_SECONDS: seconds.default(60),
  /** how long a stopping process still accepts requests, with /readyz at 503; shorter when nobody is connected */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(1),
  /** after this time the connections of hanging callers are closed */
  STOP_LIMIT_SECONDS: z.coerce.number().min(0).max(60).default(8),
  /**
   * seconds between the worker's checks of changes in the books, 0 to disable them; the hour in Jakarta from which it
   * checks all books ([how](watching.md#the-books))
   */
  BOOKS_CHECK_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  BOOKS_CHECK_HOUR: z.coerce.number().int().min(0).max(23).default(2),
  /** folder of the fail points, at which tests kill processes; refused in production */
  FAIL_POINTS: optionalText,
  /** fatal, error, warn, info, debug, silent */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /**
   * folder of the [security events](watching.md#security-events), a file for each day; without it `log` in
   * `PEMATANG_DATA`, and with neither they are lines of the log. Give it to the operator's commands too
   */
  SECURITY_LOG_FOLDER: optionalText,
  /** days that those files are kept */
  SECURITY_LOG_DAYS: z.coerce.number().int().min(1).max(36_500).default(365),

  /**
   * PEM files with which the platform signs every agreement before it is shown: the certificate followed by its
   * issuers, and its key, RSA or EC. Both or none. An expired one is refused at the start, and an agreement that needs
   * it is answered 503 (`pematang_platform_certificate_expires_seconds` warns in time)
   */
  PLATFORM_CERTIFICATE_FILE: optionalText,
  PLATFORM_KEY_FILE: optionalText,
  /** the passphrase of an encrypted key */
  PLATFORM_KEY_PASSPHRASE: z.string().default(''),

  /**
   * the keys that seal the audit trail, one per line: id, first row, secret in base64. The file belongs to one
   * database, is stored apart from it and readable by its owner only; `audit add-key` adds a key
   * ([how](operations.md#keys-of-the-audit-trail))
   */
  AUDIT_KEY_FILE: optionalText,
  /**
   * where the signed head of the audit trail is published once a day: a file that grows, and a URL that it is posted to
   * as JSON. Both require `AUDIT_KEY_FILE`
   */
  AUDIT_ANCHOR_FILE: optionalText,
  AUDIT_ANCHOR_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  /** the token sent to that URL as `Authorization: Bearer` */
  AUDIT_ANCHOR_TOKEN: optionalText,

  /**
   * the time-stamping authority (RFC 3161) that stamps each agreement that is final, signed by its lender or of a bulk
   * funding; a user and a password in the URL are sent as basic authentication. Without it agreements are PAdES B-B,
   * with the time stated by the signers; `timestamps request` stamps earlier documents later
   */
  TIMESTAMP_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  /**
   * PEM file of the authorities whose time stamps are trusted; read anew for each, so a changed file needs no restart.
   * Without it any authority is trusted
   */
  TIMESTAMP_TRUST_FILE: optionalText,
  /** longest wait for one response of the authority */
  TIMESTAMP_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(10_000),

  /**
   * the keys that encrypt phones, e-mails and account numbers in the database, one per line: id, secret in base64; the
   * last one is used for writing. Stored apart from the database and readable by its owner only; without it the data
   * are not encrypted ([how](operations.md#encryption-of-personal-data))
   */
  DATA_KEY_FILE: optionalText,

  /** the company that runs the platform, and its address, for agreements and screens */
  OPERATOR_NAME: z.string().default('Pematang'),
  OPERATOR_ADDRESS: z.string().default(''),
  /** its short mark, for the screens */
  OPERATOR_MARK_URL: optionalText,
  /** e.g. that the operator is licensed and supervised; empty by default, so that nothing claims a licence */
  OPERATOR_LICENCE_LINE: optionalText,
  /** its tax number of 16 digits, named in lenders' tax statements as the withholder */
  OPERATOR_TAX_NUMBER: optionalText.pipe(
    z
      .string()
      .regex(/^[0-9]{16}$/)
      .nullable(),
  ),
  /** contacts for help, in the footer of every screen: an e-mail address and a phone number */
  HELP_EMAIL: optionalText.pipe(z.email().nullable()),
  HELP_PHONE: phoneText,
  /** a sentence on where and how to complain, in the footer, e.g. with office hours and response time */
  COMPLAINT_LINE: optionalText,
  /** the risk warning in the footer; without it the default one */
  RISK_WARNING: z
    .string()
    .trim()
    .transform((text) => text || usualRiskWarning)
    .default(usualRiskWarning),
})

/** The name of the operator in the audit trail: the user who runs the command. */
export const operatorName = (environment: Record<string, string | undefined>): string =>
  environment.USER || 'operator'

export type Config = Readonly<z.infer<typeof settings>>

/** Whether browsers reach the app over TLS. */
export const isSecure = (config: Config): boolean => config.APP_ORIGIN.startsWith('https:')

/** Whether a loan may only be offered with the consent of its borrower. */
export const needsConsent = ({ BORROWER_CONSENT, NODE_ENV }: Config): boolean =>
  (BORROWER_CONSENT ?? (isProduction({ NODE_ENV }) ? 'required' : 'optional')) === 'required'

/**
 * Reads the settings once.
 * @throws with one line for each setting that is missing or invalid.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = settings
    .superRefine(checkTogether)
    .safeParse({ ...environment, NODE_ENV: environment.NODE_ENV || undefined })
  if (result.success) return Object.freeze(result.data)
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The settings are not complete:\n${lines.join('\n')}`)
}
