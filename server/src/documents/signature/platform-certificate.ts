import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isShort, leastRsaBits } from '../../platform/keys/strength.ts'
import type { Config } from '../../platform/settings/config.ts'
import { gauge, type Metrics } from '../../platform/metrics/metrics.ts'
import { CertificateFault, checkValidity, openCertificate, type SigningCertificate } from './certificate.ts'
import type { issueTestCertificate } from './issue-certificate.ts'

/**
 * Returns the certificate with which the platform signs.
 * @throws CertificateFault if there is none
 */
export type PlatformCertificate = () => SigningCertificate

let ofDevelopment: SigningCertificate | undefined

/**
 * Reads the platform's certificate once, at the start. Without settings, development uses a temporary certificate of
 * this process; in production no document is signed, and the serving processes do not start (`startService`).
 * @param issue makes the one of development; its library is large, and not loaded where it is not needed (`issuerFor`)
 * @throws CertificateFault if the files cannot be read, do not belong together, are not valid today, or in production hold
 *   an RSA key that is too short.
 */
export function readPlatformCertificate(
  config: Config,
  issue: typeof issueTestCertificate | null,
): PlatformCertificate {
  const { PLATFORM_CERTIFICATE_FILE: chainFile, PLATFORM_KEY_FILE: keyFile } = config
  if (chainFile === null && keyFile === null) {
    return () => {
      if (issue === null) throw new CertificateFault(missing)
      ofDevelopment ??= issue({ name: config.OPERATOR_NAME, now: new Date() })
      return ofDevelopment
    }
  }
  if (chainFile === null || keyFile === null) throw new CertificateFault(missing)
  const certificate = {
    chain: read('PLATFORM_CERTIFICATE_FILE', chainFile),
    key: withoutPassphrase(read('PLATFORM_KEY_FILE', keyFile), config.PLATFORM_KEY_PASSPHRASE),
  }
  try {
    const opened = openCertificate(certificate)
    checkValidity(opened, new Date())
    if (config.NODE_ENV === 'production' && isShort(opened.key))
      throw new CertificateFault(
        `an RSA key has ${leastRsaBits} bits or more in production; or take EC P-256`,
      )
  } catch (error) {
    if (!(error instanceof CertificateFault)) throw error
    throw new CertificateFault(`The certificate of the platform cannot sign: ${error.message}.`, {
      cause: error,
    })
  }
  return () => certificate
}

/** What makes the certificate of development: none in production, nor where the settings name one. */
export const issuerFor = async ({
  NODE_ENV,
  PLATFORM_CERTIFICATE_FILE: file,
}: Config): Promise<typeof issueTestCertificate | null> =>
  NODE_ENV === 'production' || file !== null
    ? null
    : (await import('./issue-certificate.ts')).issueTestCertificate

const missing =
  'PLATFORM_CERTIFICATE_FILE and PLATFORM_KEY_FILE name the certificate with which the platform signs agreements.'

function read(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CertificateFault(`${setting}: ${file} cannot be read.`, { cause: error })
  }
}

function withoutPassphrase(pem: string, passphrase: string): string {
  try {
    const key = createPrivateKey(passphrase === '' ? pem : { key: pem, passphrase })
    return key.export({ type: 'pkcs8', format: 'pem' })
  } catch (error) {
    throw new CertificateFault('PLATFORM_KEY_FILE holds no private key that PLATFORM_KEY_PASSPHRASE opens.', {
      cause: error,
    })
  }
}

const heads = {
  pematang_platform_certificate_expires_seconds: gauge(
    'End of validity of the platform’s certificate, as a Unix time.',
  ),
}

/** Exposes the expiry of the platform's certificate as a metric, so that an alert can fire in time. */
export function watch({
  certificate,
  metrics,
}: {
  certificate: PlatformCertificate
  metrics: Metrics
}): void {
  metrics.set('certificate', heads, () => ({
    pematang_platform_certificate_expires_seconds: [
      { labels: {}, value: openCertificate(certificate()).validTo.getTime() / 1000 },
    ],
  }))
}
