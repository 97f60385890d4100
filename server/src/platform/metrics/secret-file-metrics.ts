import type { Environment } from '../settings/production.ts'
import { openFileWarnings } from '../settings/secret-files.ts'
import { gauge, type Metrics } from './metrics.ts'

const heads = {
  pematang_open_secret_files: gauge(
    'Files with secrets that others than their owner may use, in production.',
  ),
}

/** Exposes how many files with secrets are open to others, looked at anew for each scrape. */
export const watchSecretFiles = (metrics: Metrics, environment: Environment): void =>
  metrics.set('secret files', heads, () => ({
    pematang_open_secret_files: [{ value: openFileWarnings(environment).length }],
  }))
