import type { Entry } from './matrix-entry.ts'

type Calls = 'getMandate' | 'prepareMandate' | 'grantMandate' | 'revokeMandate'

/**
 * The calls of the standing mandate. Versions are numbered per lender, so another lender's version is one's own or
 * unknown: funding/mandate/grant.test.ts.
 */
export const mandateMatrix: Record<Calls, () => Entry> = {
  getMandate: () => ({ ids: {}, plain: [] }),
  prepareMandate: () => ({ ids: {}, plain: ['body.largestPerLoan', 'body.totalBudget'] }),
  grantMandate: () => ({ ids: {}, plain: ['body.version', 'body.password'] }),
  revokeMandate: () => ({ ids: {}, plain: [] }),
}
