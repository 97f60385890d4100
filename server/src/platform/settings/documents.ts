import * as z from 'zod'
import { optionalText } from './fields.ts'

export const documentSettings = {
  /**
   * Where new documents are kept: `database`, `folder` or `s3` ([how](install.md#documents-outside-the-database));
   * the settings of each place in use remain set.
   */
  DOCUMENT_STORE: z.enum(['database', 'folder', 's3']).default('database'),
  /** The folder of documents, shared by all nodes, e.g. over NFS; `documents prepare` makes it ready. */
  DOCUMENT_FOLDER: optionalText,
  /** Longest wait for the folder, milliseconds. */
  DOCUMENT_FOLDER_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /**
   * The S3 store: its URL without a bucket, region, bucket, and the prefix of all keys (empty, or with a slash at its
   * end).
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
  /** The file with its keys in the format of AWS's credentials files, read for each call. */
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
