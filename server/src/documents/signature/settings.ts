import type { Config } from '../../platform/settings/config.ts'
import { isProduction } from '../../platform/settings/production.ts'
import { readAnchors } from './trust.ts'

/**
 * Checks in production that the files of trusted authorities contain certificates; `productionRules` checks that the
 * settings name the files.
 * @throws CertificateFault
 */
export function checkTrustFiles(config: Config): void {
  if (!isProduction(config)) return
  const { ESIGN_TRUST_FILE: signers, TIMESTAMP_URL, TIMESTAMP_TRUST_FILE: timestamps } = config
  if (signers !== null) readAnchors('ESIGN_TRUST_FILE', signers)
  if (TIMESTAMP_URL !== null && timestamps !== null) readAnchors('TIMESTAMP_TRUST_FILE', timestamps)
}
