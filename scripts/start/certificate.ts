import { existsSync } from 'node:fs'
import path from 'node:path'
import { isProduction } from '../../server/src/platform/settings/production.ts'
import { writeTextPrivately } from './secrets.ts'

/** The settings for the platform's certificate. */
export interface CertificateFiles {
  PLATFORM_CERTIFICATE_FILE: string
  PLATFORM_KEY_FILE: string
}

/**
 * A test certificate of the platform in a data folder, generated once, at the first start; null where the user has set
 * a certificate of their own, and in production, which must not sign with an unverified certificate.
 */
export async function keepCertificate(
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<CertificateFiles | null> {
  if (env.PLATFORM_CERTIFICATE_FILE || env.PLATFORM_KEY_FILE || isProduction(env)) return null
  const files = {
    PLATFORM_CERTIFICATE_FILE: path.join(dataDir, 'platform-certificate.pem'),
    PLATFORM_KEY_FILE: path.join(dataDir, 'platform-key.pem'),
  }
  if (existsSync(files.PLATFORM_CERTIFICATE_FILE)) return files
  // All that reads and writes PDFs is behind this door; to load it takes longer than the rest of a start.
  const { issueTestCertificate } = await import('../../server/src/documents/testing.ts')
  const { key, chain } = issueTestCertificate({ name: env.OPERATOR_NAME || 'Pematang', now: new Date() })
  // The certificate is written last: if it exists, both files exist.
  writeTextPrivately(files.PLATFORM_KEY_FILE, key)
  writeTextPrivately(files.PLATFORM_CERTIFICATE_FILE, chain)
  return files
}
