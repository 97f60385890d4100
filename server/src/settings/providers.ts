import * as z from 'zod'
import { optionalText, seconds } from '../platform/setting-fields.ts'
import { noProvider } from '../production.ts'

/** The e-signature, SMS and e-mail providers. */
export const providerSettings = {
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
}
