import * as z from 'zod'
import { optionalText } from './fields.ts'

/** Settings of certificates, keys, and the evidence for documents and the audit trail. */
export const evidenceSettings = {
  /**
   * PEM files with which the platform signs agreements: the certificate with its issuers, and its key, RSA or EC.
   * Once it has expired agreements are answered with 503.
   */
  PLATFORM_CERTIFICATE_FILE: optionalText,
  PLATFORM_KEY_FILE: optionalText,
  /** The passphrase of the key, if it is encrypted. */
  PLATFORM_KEY_PASSPHRASE: z.string().default(''),

  /**
   * The file of keys that seal the audit trail of this database, kept apart from it, readable only by its owner
   * ([how](install.md#keys-of-the-audit-trail)).
   */
  AUDIT_KEY_FILE: optionalText,
  /**
   * A file to which the signed head of the audit trail is appended, and a URL to which it is posted as JSON; it is in
   * the worker's log too.
   */
  AUDIT_ANCHOR_FILE: optionalText,
  AUDIT_ANCHOR_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  /** Minutes between two signed heads while the audit trail grows; while it does not, one a day. */
  AUDIT_ANCHOR_MINUTES: z.coerce.number().int().min(1).max(1440).default(5),
  /** The token sent to that URL as `Authorization: Bearer`. */
  AUDIT_ANCHOR_TOKEN: optionalText,

  /**
   * URL of the time-stamping authority (RFC 3161), with user and password for basic authentication; `repair
   * timestamps` stamps what was signed without.
   */
  TIMESTAMP_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  /** PEM file of the trusted time-stamping authorities, read for each time stamp; without it any is accepted. */
  TIMESTAMP_TRUST_FILE: optionalText,
  /** Longest wait for one answer of the authority, milliseconds. */
  TIMESTAMP_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(10_000),

  /**
   * The file of keys that encrypt personal data in the database, kept apart from it, readable only by its owner;
   * without it values are in plain text ([how](install.md#encryption-of-personal-data)).
   */
  DATA_KEY_FILE: optionalText,
}
