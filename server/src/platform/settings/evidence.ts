import * as z from 'zod'
import { optionalText } from './fields.ts'

/** Settings of certificates, keys, and the evidence for documents and the audit trail. */
export const evidenceSettings = {
  /**
   * PEM files with which the platform signs every agreement before it is shown: the certificate followed by its
   * issuers, and its key, RSA or EC. Both or none. An expired certificate is refused at the start; if it expires later,
   * agreements are answered with 503 (`pematang_platform_certificate_expires_seconds` warns before).
   */
  PLATFORM_CERTIFICATE_FILE: optionalText,
  PLATFORM_KEY_FILE: optionalText,
  /** The passphrase of the key, if it is encrypted. */
  PLATFORM_KEY_PASSPHRASE: z.string().default(''),

  /**
   * The file of keys that seal the audit trail, one per line: id, first row, secret in base64. It belongs to one
   * database, is stored apart from it, and is readable only by its owner; `audit add-key` adds a key
   * ([how](operations.md#keys-of-the-audit-trail)).
   */
  AUDIT_KEY_FILE: optionalText,
  /**
   * Where the signed head of the audit trail is stored: a file to which it is appended, and a URL to which it is
   * posted as JSON. Both need `AUDIT_KEY_FILE`. The worker also writes it to its log, at every `LOG_LEVEL`.
   */
  AUDIT_ANCHOR_FILE: optionalText,
  AUDIT_ANCHOR_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  /** Minutes between two signed heads while the audit trail grows; while it does not, one a day. */
  AUDIT_ANCHOR_MINUTES: z.coerce.number().int().min(1).max(1440).default(5),
  /** The token sent to that URL as `Authorization: Bearer`. */
  AUDIT_ANCHOR_TOKEN: optionalText,

  /**
   * The URL of the time-stamping authority (RFC 3161) that stamps each final agreement; a user and a password in it are
   * sent as basic authentication. Without it agreements are PAdES B-B, whose time is only stated by the signers;
   * `timestamps request` stamps these later.
   */
  TIMESTAMP_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  /**
   * PEM file of the trusted time-stamping authorities; read again for each time stamp, so a change needs no restart.
   * Without it the time stamps of any authority are accepted.
   */
  TIMESTAMP_TRUST_FILE: optionalText,
  /** Longest wait for one answer of the authority, milliseconds. */
  TIMESTAMP_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(10_000),

  /**
   * The file of keys that encrypt phone numbers, e-mail addresses and account numbers in the database, one per line:
   * id, secret in base64; the last key is the current one. Stored apart from the database and readable only by its
   * owner. Without it the values are stored in plain text ([how](operations.md#encryption-of-personal-data)).
   */
  DATA_KEY_FILE: optionalText,
}
