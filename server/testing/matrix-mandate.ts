import type { Entry } from './matrix.ts'

type Calls = 'getMandate' | 'prepareMandate' | 'grantMandate' | 'revokeMandate'

/**
 * The calls of the standing mandate. A version counts within its lender, so another lender’s is one's own or none:
 * mandate/grant.test.ts.
 */
export const mandateMatrix: Record<Calls, () => Entry> = {
  getMandate: () => ({ ids: {}, plain: [] }),
  prepareMandate: () => ({ ids: {}, plain: ['body.largestPerLoan', 'body.totalBudget'] }),
  grantMandate: () => ({ ids: {}, plain: ['body.version', 'body.password'] }),
  revokeMandate: () => ({ ids: {}, plain: [] }),
}
