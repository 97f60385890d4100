import { isProduction } from '../../platform/settings/production.ts'
import type { Config } from '../../platform/settings/config.ts'

/** Whether a loan can only be offered with the recorded consent of its borrower. */
export const needsConsent = ({ BORROWER_CONSENT, NODE_ENV }: Config): boolean =>
  (BORROWER_CONSENT ?? (isProduction({ NODE_ENV }) ? 'required' : 'optional')) === 'required'
