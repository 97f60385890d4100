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
  /** `production` refuses what a demo can do without: see the third column */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /**
   * any PostgreSQL from 15, with a login that is `pematang_app` or a member of it and nothing else
   * ([two logins](operations.md#two-logins-for-the-database)); for development the owner of the tables does as well
   */
  DATABASE_URL: z.string().min(1, 'DATABASE_URL names the PostgreSQL to use; npm start sets it'),
  /** the same database as the owner of its tables: only `npm run migrate`, which the start runs too, reads it; without it `DATABASE_URL` */
  DATABASE_OWNER_URL: optionalText,
  /** connections of a process */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(16),
  /**
   * how long a request waits for an answer of the database; then its connection is closed and the request answered with 503.
   * More than the 5 seconds that a statement may wait for a lock
   */
  DATABASE_ANSWER_SECONDS: z.coerce.number().min(6).max(300).default(10),
  /** the same for a statement of the worker, for which nobody waits */
  DATABASE_WORK_SECONDS: z.coerce.number().min(60).max(86_400).default(900),
  /** where the app listens */
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** where browsers find the app, scheme and host; with https it sends HSTS */
  APP_ORIGIN: origin.default('http://localhost:3000'),
  /** where the e-signature provider calls back; without it the app's own address */
  CALLBACK_ORIGIN: origin.optional(),
  /** where the screens send their calls, where that is not the origin that serves them */
  API_BASE: z.string().default(''),
  /** folder of the built screens; without it `web/dist` */
  WEB_ROOT: z.string().optional(),
  /** folder of the embedded database, secrets and logs */
  PEMATANG_DATA: z.string().optional(),

  /**
   * what the e-signature provider speaks: `privy`, Privy's API for merchants, or `gateway`, what the sandbox speaks, for a
   * gateway of your own ([decision 0026](../decisions/0026-privy.md))
   */
  ESIGN_PROVIDER: z.enum(['gateway', 'privy']).default('gateway'),
  /** the e-signature provider; for Privy the origin of its API: `https://core.privy.id` */
  ESIGN_BASE_URL: z.url(),
  /**
   * the provider's address as the browser sees it, where that is another one; for Privy the origin of its signing page, which
   * follows from the address of its API. The pages of the app embed this origin and no other
   */
  ESIGN_PUBLIC_URL: z.url().optional(),
  /** with `ESIGN_PROVIDER=gateway`: what the app shows to the provider */
  ESIGN_API_KEY: z.string().default(''),
  /** with `ESIGN_PROVIDER=gateway`: what the provider signs its callbacks with */
  ESIGN_CALLBACK_SECRET: z.string().default(''),
  /** with `ESIGN_PROVIDER=privy`: what Privy gives to a merchant, see below */
  PRIVY_MERCHANT_KEY: z.string().default(''),
  PRIVY_USERNAME: z.string().default(''),
  PRIVY_PASSWORD: z.string().default(''),
  PRIVY_OWNER_ID: z.string().default(''),
  PRIVY_ENTERPRISE_TOKEN: z.string().default(''),
  /** longest wait for one answer of Privy, milliseconds */
  PRIVY_TIMEOUT_MS: z.coerce.number().int().min(100).max(15_000).default(8_000),
  /**
   * PEM file of the authorities whose certificates lenders sign with, at either provider; read anew for each signature, so
   * another file needs no new start. Without it anybody's are taken
   */
  ESIGN_TRUST_FILE: optionalText,
  /**
   * the provider that signs by hash, for lenders set to it with `lenders signer`; without it, or with `none`, what they
   * fund expires and the money is back
   */
  XIGNATURE_BASE_URL: optionalText
    .transform((text) => (text === noProvider ? null : text))
    .pipe(z.url().nullable()),
  /** what the app shows to that provider */
  XIGNATURE_API_KEY: z.string().default(''),
  /** the SMS gateway, see below; without an address no message can be sent */
  SMS_URL: optionalText,
  /** the request to the gateway, made of templates with {to}, {text}, {reference} and, for the secret, {key} */
  SMS_METHOD: z.enum(['POST', 'PUT', 'GET']).default('POST'),
  SMS_HEADERS: z.string().default('{"X-Api-Key":"{key}"}'),
  SMS_BODY_TYPE: z.enum(['json', 'form', 'none']).default('json'),
  SMS_BODY: z.string().default('{"to":"{to}","text":"{text}","reference":"{reference}"}'),
  /** what {key} stands for in the templates */
  SMS_API_KEY: z.string().default(''),
  /** what the body of a 2xx answer must match, for gateways that answer 200 to everything */
  SMS_TAKEN_PATTERN: optionalText,
  /** how {to} is written: `digits` 6281…, `plus` +6281…, `local` 081… */
  SMS_NUMBER_FORMAT: z.enum(['digits', 'plus', 'local']).default('digits'),
  /** longest wait for one answer of the gateway, and for all tries together, milliseconds */
  SMS_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(5_000),
  SMS_DEADLINE_MS: z.coerce.number().int().min(100).max(30_000).default(15_000),
  /**
   * the mail server for notifications, e.g. `smtps://user:password@smtp.example.com`, or `smtp://…`, which turns to TLS
   * where the server offers it; `none` where no e-mail is to be sent
   */
  SMTP_URL: optionalText
    .transform((text) => (text === noProvider ? null : text))
    .pipe(z.url({ protocol: /^smtps?$/ }).nullable()),
  /** the address that e-mail comes from */
  MAIL_FROM: z.email().default('no-reply@localhost.localdomain'),
  /** longest wait for one answer of the mail server, milliseconds */
  SMTP_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** when the daily e-mail is sent, and what was gathered of a day: HH:MM in Jakarta */
  NOTIFICATION_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is a time such as 18:00')
    .default('18:00'),
  /** how long further events of a kind are waited for before a notification of it is sent */
  NOTIFICATION_WAIT_SECONDS: seconds.default(60),
  /** how long a notification is tried while its gateway is away */
  NOTIFICATION_GIVE_UP_SECONDS: seconds.default(259_200),
  /** how long a reservation waits for its signature */
  SIGNATURE_SECONDS: seconds.default(1800),
  /** how much longer each reservation waits for every further one that is signed in the same row */
  SIGNATURE_SECONDS_EACH: seconds.default(60),
  /** for how many days a mandate to fund automatically is in force */
  MANDATE_DAYS: z.coerce.number().int().min(1).max(3_650).default(365),
  /** how often the provider is asked about a document whose callback has not come */
  SIGNATURE_POLL_SECONDS: seconds.default(20),

  /**
   * above which share of a lender's portfolio, in percent, the dialog of a funding warns: in one borrower, one loan type,
   * one grade; with 100 it never does
   */
  CONCENTRATION_BORROWER_PERCENT: percent.default(10),
  CONCENTRATION_LOAN_TYPE_PERCENT: percent.default(100),
  CONCENTRATION_GRADE_PERCENT: percent.default(100),

  /** how often loans are allocated to strategies of automatic funding; newly published loans do not wait for it */
  AUTO_FUNDING_ROUND_SECONDS: seconds.default(300),
  /** the share of a loan that automatic funding leaves to hand-picking, in percent, and for how many hours of its offer */
  AUTO_FUNDING_HAND_PERCENT: percent.default(40),
  AUTO_FUNDING_HAND_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),

  /**
   * what late payment costs, a day and at most, as fractions of the overdue and of the funded amount, of loans that are
   * offered from now on: it is kept with the loan, and its agreements say it
   */
  PENALTY_DAILY_FRACTION: z.coerce.number().min(0).max(1).default(0.001),
  PENALTY_MAXIMUM_FRACTION: z.coerce.number().min(0).max(1).default(1),

  /**
   * `required` or `optional`: whether a loan is offered only with its borrower's consent in
   * [the loan file](../loan-file.md). A loan that was offered before keeps what it had
   */
  BORROWER_CONSENT: z.enum(['required', 'optional']).optional(),

  /**
   * in what order payments are allocated, of loans that are offered or taken over from now on: also
   * `INTEREST_PENALTY_PRINCIPAL` or `PENALTY_INTEREST_PRINCIPAL` ([decision 0020](../decisions/0020-terms-of-a-loan.md))
   */
  ALLOCATION_ORDER: z
    .enum(['INTEREST_PRINCIPAL_PENALTY', 'INTEREST_PENALTY_PRINCIPAL', 'PENALTY_INTEREST_PRINCIPAL'])
    .default('INTEREST_PRINCIPAL_PENALTY'),

  /** a payment above so many times what its loan can still owe asks for `--yes`; a line of a file is refused without it */
  PAYMENT_MULTIPLE: z.coerce.number().min(1).max(1_000_000).default(1.1),
  /** so does a payment or a disbursement of more than so many days ago */
  VALUE_DATE_DAYS: z.coerce.number().int().min(0).max(100_000).default(7),

  /**
   * how long after midnight in Jakarta the worker closes the day that is over, so that the bank's files of it are in; it
   * goes on from the first day that an operator closed
   */
  DAY_CLOSE_AFTER_HOURS: z.coerce.number().min(0).max(48).default(6),

  /** when a session ends: unused for so long, and in any case */
  SESSION_IDLE_SECONDS: seconds.default(15 * 60),
  SESSION_ABSOLUTE_SECONDS: seconds.default(12 * 3600),

  /**
   * addresses or networks, joined by commas, of the proxies before the app; only they may say where a request came from.
   * Without it all clients behind a proxy share the limits of its address
   */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || [])),
  /**
   * wrong logins of one number, of one number in a browser that knows it, from one address: so many at once, and as many
   * again spread over so many seconds
   */
  LIMIT_LOGIN_ACCOUNT: limit('10/900'),
  LIMIT_LOGIN_DEVICE: limit('10/900'),
  LIMIT_LOGIN_ADDRESS: limit('100/600'),
  /** wrong logins from one address after which an unknown number is answered as a wrong password */
  LIMIT_REVEAL_ADDRESS: limit('20/3600'),
  /** codes by SMS */
  LIMIT_CODE_ACCOUNT: limit('10/86400'),
  LIMIT_CODE_DEVICE: limit('10/86400'),
  LIMIT_CODE_ADDRESS: limit('30/3600'),
  /** codes tried and passwords reset, and wrong codes of confirmations of balances, from one address */
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
  /** agreements made to be read before a funding; each is kept for good */
  LIMIT_AGREEMENT_ACCOUNT: limit('120/600'),
  LIMIT_AGREEMENT_DEVICE: limit('120/600'),
  LIMIT_AGREEMENT_ADDRESS: limit('600/600'),
  /** calls of the insight screens, and of the concentration after a funding */
  LIMIT_INSIGHT_ACCOUNT: limit('120/60'),
  LIMIT_INSIGHT_DEVICE: limit('120/60'),
  LIMIT_INSIGHT_ADDRESS: limit('600/60'),

  /** requests for what is not there, or without a session, from one address, in each process; one more is answered 429 */
  LIMIT_NOISE_ADDRESS: limit('600/60'),
  /** requests for one call that needs no session, such as the TKB figures, from one address, in each process */
  LIMIT_GUEST_ADDRESS: limit('6000/60'),

  /** the file of the banks that move lenders' money, see below; without it none can call */
  BANKS_FILE: optionalText,
  /** where banks call: `/v1.0/…` below this path, with the app; or, with a port, there and nowhere else */
  SNAP_PREFIX: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'is a path such as /bank, without a slash at its end')
    .default(''),
  SNAP_PORT: port.default(0),
  SNAP_HOST: z.string().default('127.0.0.1'),
  /** how far the time of a bank's call may be from the database's, either way, and how long its token is good */
  SNAP_SKEW_SECONDS: seconds.default(300),
  SNAP_TOKEN_SECONDS: seconds.default(900),
  /** calls of banks, and calls for a token, from one address, in each process */
  LIMIT_SNAP_CALL: limit('30000/60'),
  LIMIT_SNAP_TOKEN: limit('600/60'),
  /** longest wait for one answer of a bank that the app calls, milliseconds; a withdrawal asks it for three at most at a time */
  BANK_TIMEOUT_MS: z.coerce.number().int().min(100).max(12_000).default(8_000),
  /** how long a bank takes a call after the time that it is signed with (X-TIMESTAMP), as the bank says; the longer one of two */
  BANK_CALL_WINDOW_SECONDS: seconds.default(300),
  /**
   * a transfer that the bank has never heard of is given up after so long and its money returned; at least
   * `BANK_CALL_WINDOW_SECONDS` and 300 more, or the app does not start: the order must not be able to arrive any more
   */
  WITHDRAWAL_LOST_SECONDS: seconds.default(900),
  /** a withdrawal that could not be given to the bank in so long is returned */
  WITHDRAWAL_GIVE_UP_SECONDS: seconds.default(86_400),
  /** days from Monday to Friday on which banks are closed, `2026-12-25,2027-01-01`; they are no working days */
  BANK_HOLIDAYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((day) => day.trim() || []))
    .pipe(z.array(z.iso.date())),
  /** payment notices that may wait; one more is answered 504 */
  DEPOSIT_QUEUE: z.coerce.number().int().positive().default(1024),
  /** funding requests that may wait; one more is answered 503 */
  FUNDING_QUEUE: z.coerce.number().int().positive().default(1024),
  /**
   * threads that make the agreements to be read, beside the one that answers, and requests that may wait for them; one
   * more is answered 503. A thread makes the two of a funding in some 0.1 s and stays below the others where cores are
   * short
   */
  RENDER_THREADS: z.coerce.number().int().min(1).max(16).default(1),
  RENDER_QUEUE: z.coerce.number().int().positive().default(64),
  /** requests under way at once; one more is answered 503 */
  HTTP_MAX_IN_FLIGHT: z.coerce.number().int().positive().default(512),
  /** connections that one address may have open, in each process; one more is closed at once. 0 for no bound; `TRUSTED_PROXIES` have none */
  HTTP_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(256),
  /** an answer that its caller has not read in so long is cut off */
  HTTP_READ_LIMIT_SECONDS: seconds.default(120),
  /** [metrics](watching.md) of the HTTP process and of the worker, each on a port of its own; 0 for none */
  METRICS_PORT: port.default(9464),
  WORKER_METRICS_PORT: port.default(9465),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** a process that is not up after so long, because its database does not answer, ends and is started again */
  START_LIMIT_SECONDS: seconds.default(60),
  /** how long a process that stops still takes requests, with /readyz at 503; less when nobody is connected */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(1),
  /** after so long callers that still hang are cut off */
  STOP_LIMIT_SECONDS: z.coerce.number().min(0).max(60).default(8),
  /** seconds between the worker's checks of what changed in the books, 0 for none; the hour in Jakarta from which it checks the whole ([how](watching.md#the-books)) */
  BOOKS_CHECK_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  BOOKS_CHECK_HOUR: z.coerce.number().int().min(0).max(23).default(2),
  /** folder of the fail points, with which tests kill processes between two steps; refused in production */
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
   * PEM files with which the platform signs every agreement before it is shown: the certificate followed by those above
   * it, and its key, RSA or EC. Both or none. One that has run out is refused at the start, and an agreement that it
   * should sign is answered 503 (`pematang_platform_certificate_expires_seconds` tells in time)
   */
  PLATFORM_CERTIFICATE_FILE: optionalText,
  PLATFORM_KEY_FILE: optionalText,
  /** where the key is encrypted */
  PLATFORM_KEY_PASSPHRASE: z.string().default(''),

  /**
   * the keys that the audit trail is sealed with, one a line: id, first row, secret in base64. The file is of one
   * database, kept apart from it and readable by its owner only; `audit add-key` adds a key
   * ([how](operations.md#keys-of-the-audit-trail))
   */
  AUDIT_KEY_FILE: optionalText,
  /**
   * where the head of the audit trail is kept, signed, once a day: a file that grows, and an address that it is posted to
   * as JSON. Both need `AUDIT_KEY_FILE`
   */
  AUDIT_ANCHOR_FILE: optionalText,
  AUDIT_ANCHOR_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  /** what is sent to that address as `Authorization: Bearer` */
  AUDIT_ANCHOR_TOKEN: optionalText,

  /**
   * the time-stamping authority (RFC 3161) that stamps each agreement that is final, signed by its lender or of a bulk
   * funding; a user and a password in the address are sent as basic authentication. Without it agreements are PAdES B-B:
   * their time is what the signers say; `timestamps request` asks later for what was signed meanwhile
   */
  TIMESTAMP_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  /**
   * PEM file of the authorities whose time stamps are taken; read anew for each, so another file needs no new start.
   * Without it anybody's are taken
   */
  TIMESTAMP_TRUST_FILE: optionalText,
  /** longest wait for one answer of the authority */
  TIMESTAMP_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(10_000),

  /**
   * the keys that phones, e-mails and account numbers are encrypted with in the database, one a line: id, secret in base64;
   * the last one is in use. Kept apart from the database and readable by its owner only; without it they stand there as
   * they are ([how](operations.md#encryption-of-personal-data))
   */
  DATA_KEY_FILE: optionalText,

  /** who runs the platform, and its address; agreements and screens say it */
  OPERATOR_NAME: z.string().default('Pematang'),
  OPERATOR_ADDRESS: z.string().default(''),
  /** its mark, for the screens */
  OPERATOR_MARK_URL: optionalText,
  /** e.g. that the operator is licensed and supervised; empty by default, nothing claims a licence */
  OPERATOR_LICENCE_LINE: optionalText,
  /** its tax number of 16 digits, named in lenders' tax statements as the withholder */
  OPERATOR_TAX_NUMBER: optionalText.pipe(
    z
      .string()
      .regex(/^[0-9]{16}$/)
      .nullable(),
  ),
  /** where lenders get help, in the footer of every screen: an e-mail address and a phone number */
  HELP_EMAIL: optionalText.pipe(z.email().nullable()),
  HELP_PHONE: phoneText,
  /** a sentence on where and how to complain, in the footer, e.g. with the hours and how long an answer takes */
  COMPLAINT_LINE: optionalText,
  /** the warning of the risk, in the footer; without it a sentence of ours */
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
