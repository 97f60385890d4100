import * as z from 'zod'
import { optionalText } from '../platform/setting-fields.ts'

/** Certificates, keys, and what proves documents and the audit trail. */
export const evidenceSettings = {
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
}
