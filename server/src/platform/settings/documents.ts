import * as z from 'zod'
import { optionalText } from './fields.ts'

/** Settings of the places of documents. */
export const documentSettings = {
  /**
   * Where the bytes of new documents are kept: `database`, `folder` or `s3`. Documents that exist stay where they are
   * until `documents move` ([how](operations.md#documents-outside-the-database)), so the settings of each place in use
   * remain set.
   */
  DOCUMENT_STORE: z.enum(['database', 'folder', 's3']).default('database'),
  /** The folder of documents, shared by all nodes, e.g. over NFS; `documents prepare` makes it ready. */
  DOCUMENT_FOLDER: optionalText,
  /** Longest wait for the folder, milliseconds. */
  DOCUMENT_FOLDER_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /**
   * The store that speaks S3: its URL without a bucket, its region, the bucket, and the prefix of all keys (empty, or
   * with a slash at its end). Either all of these but the prefix are set, or none.
   */
  DOCUMENT_S3_ENDPOINT: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  DOCUMENT_S3_REGION: optionalText,
  DOCUMENT_S3_BUCKET: optionalText.pipe(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is the name of a bucket')
      .nullable(),
  ),
  DOCUMENT_S3_PREFIX: z
    .string()
    .trim()
    .regex(
      /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/,
      'ends with a slash and has no other characters than A-Z a-z 0-9 . _ -',
    )
    .default(''),
  /**
   * The file with its keys, in the format of AWS's credentials files (`aws_access_key_id`, `aws_secret_access_key`, also
   * `aws_session_token`); read again for each call, so another key needs no restart.
   */
  DOCUMENT_S3_CREDENTIALS_FILE: optionalText,
  /** `true` if the bucket is in the path of the URL, `false` if it is the first part of the host's name. */
  DOCUMENT_S3_PATH_STYLE: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
  /** Longest wait for one answer of the store, milliseconds, and the attempts of a call. */
  DOCUMENT_S3_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(5_000),
  DOCUMENT_S3_ATTEMPTS: z.coerce.number().int().min(1).max(10).default(3),
}
