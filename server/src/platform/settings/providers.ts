import * as z from 'zod'
import { networkList, optionalText, seconds, textList } from './fields.ts'
import { noProvider } from './production.ts'

export const providerSettings = {
  /**
   * The API of the e-signature provider: `privy`, or `gateway`, the API of the sandbox, for a gateway of your own.
   */
  ESIGN_PROVIDER: z.enum(['gateway', 'privy']).default('gateway'),
  /** URL of the e-signature provider; for Privy the origin of its API: `https://core.privy.id`. */
  ESIGN_BASE_URL: z.url(),
  /** URL of the provider as the browser sees it, if it differs; the app's pages embed only this origin. */
  ESIGN_PUBLIC_URL: z.url().optional(),
  /** With `ESIGN_PROVIDER=gateway`: the API key that the app sends to the provider. */
  ESIGN_API_KEY: z.string().default(''),
  /** With `ESIGN_PROVIDER=gateway`: the secret with which the provider signs its callbacks. */
  ESIGN_CALLBACK_SECRET: z.string().default(''),
  /**
   * With `ESIGN_PROVIDER=privy`: the credentials that Privy gives to a merchant.
   */
  PRIVY_MERCHANT_KEY: z.string().default(''),
  PRIVY_USERNAME: z.string().default(''),
  PRIVY_PASSWORD: z.string().default(''),
  PRIVY_OWNER_ID: z.string().default(''),
  PRIVY_ENTERPRISE_TOKEN: z.string().default(''),
  /**
   * Hosts from which signed files of Privy are fetched, over TLS, beside that of its API, separated by commas; the log
   * names one that is missing.
   */
  PRIVY_FILE_HOSTS: textList,
  /** Longest wait for one answer of Privy, milliseconds. */
  PRIVY_TIMEOUT_MS: z.coerce.number().int().min(100).max(15_000).default(8_000),
  /**
   * PEM file of the trusted authorities for lenders' signatures, read for each signature; without it any is accepted.
   */
  ESIGN_TRUST_FILE: optionalText,
  /** URL of the provider that signs by hash (`lenders signer`). Without it, or with `none`, such fundings expire. */
  XIGNATURE_BASE_URL: optionalText
    .transform((text) => (text === noProvider ? null : text))
    .pipe(z.url().nullable()),
  /** The API key that the app sends to that provider. */
  XIGNATURE_API_KEY: z.string().default(''),
  /** URL of the SMS gateway; without it no message can be sent. */
  SMS_URL: optionalText,
  /** The request to the SMS gateway, as templates with {to}, {text}, {reference} and, for the secret, {key}. */
  SMS_METHOD: z.enum(['POST', 'PUT', 'GET']).default('POST'),
  SMS_HEADERS: z.string().default('{"X-Api-Key":"{key}"}'),
  SMS_BODY_TYPE: z.enum(['json', 'form', 'none']).default('json'),
  SMS_BODY: z.string().default('{"to":"{to}","text":"{text}","reference":"{reference}"}'),
  /** The secret that replaces {key} in the templates. */
  SMS_API_KEY: z.string().default(''),
  /** A pattern that the body of a 2xx answer must match, for gateways that answer 200 also to errors. */
  SMS_TAKEN_PATTERN: optionalText,
  /** The format of {to}: `digits` 6281…, `plus` +6281…, `local` 081… */
  SMS_NUMBER_FORMAT: z.enum(['digits', 'plus', 'local']).default('digits'),
  /** Longest wait for one answer of the SMS gateway, and for all attempts together, milliseconds. */
  SMS_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(5_000),
  SMS_DEADLINE_MS: z.coerce.number().int().min(100).max(30_000).default(15_000),
  /**
   * URL of the mail server, e.g. `smtps://user:password@smtp.example.com`, or `smtp://…` with TLS if it is offered;
   * `none` for no e-mail.
   */
  SMTP_URL: optionalText
    .transform((text) => (text === noProvider ? null : text))
    .pipe(z.url({ protocol: /^smtps?$/ }).nullable()),
  /** The sender address of e-mail. */
  MAIL_FROM: z.email().default('no-reply@localhost.localdomain'),
  /** E-mail addresses that get `operator today` at 07:00 in Jakarta, separated by commas. */
  MORNING_MAIL_TO: textList.pipe(z.array(z.email())),
  /** Longest wait for one answer of the mail server, milliseconds. */
  SMTP_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Networks of your own that no call back to a lender's system may reach, beside private ones, separated by commas. */
  CALL_BACK_OWN_NETWORKS: networkList,
  /** `true` lets calls back reach `http://127.0.0.1`, for trying; refused in production. */
  CALL_BACK_LOCAL: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** The time of day in Jakarta at which the events of a day are sent. */
  NOTIFICATION_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is a time such as 18:00')
    .default('18:00'),
  /** Seconds in which further events of a kind join a notification. */
  NOTIFICATION_WAIT_SECONDS: seconds.default(60),
  /** Seconds in which a notification is retried while its gateway is away. */
  NOTIFICATION_GIVE_UP_SECONDS: seconds.default(259_200),
}
