import {
  changePassword,
  generateOtp,
  login,
  logout,
  matchOtp,
  resetPassword,
  validatePassword,
} from './auth/endpoints.ts'
import {
  getBulkProgress,
  listBulkLoanNumbers,
  listBulkLoans,
  listBulkProducts,
  submitBulkFunding,
} from './bulk-funding/endpoints.ts'
import { getTkb } from './credit-quality/endpoints.ts'
import { downloadDocument, listTerms } from './documents/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { fundLoan, generateLoanAgreement, getFunding } from './funding/endpoints.ts'
import { getInsight, getRepaymentMonths, getReturn } from './insight/endpoints.ts'
import { listLoanTypes, listMarketplace } from './marketplace/endpoints.ts'
import { dismissNotice, listNotices } from './notices/endpoints.ts'
import { listInstallments, listPortfolio } from './portfolio/endpoints.ts'
import { getInstitutionProfile, getSummary } from './profile/endpoints.ts'
import { generateSigningToken } from './signing/endpoints.ts'
import { downloadTransactionReport, listTransactions } from './transactions/endpoints.ts'
import { listBorrowerLoans, listBorrowers } from './user-portfolio/endpoints.ts'
import { getIdleCash, getTransferFee, withdraw } from './withdrawal/endpoints.ts'

/** Every call of the API, by operationId. */
export const endpoints = {
  login,
  logout,
  generateOtp,
  matchOtp,
  resetPassword,
  changePassword,
  validatePassword,
  getTkb,
  getSummary,
  getInstitutionProfile,
  listMarketplace,
  listLoanTypes,
  listBulkProducts,
  listBulkLoans,
  listBulkLoanNumbers,
  submitBulkFunding,
  getBulkProgress,
  listTerms,
  generateLoanAgreement,
  downloadDocument,
  fundLoan,
  getFunding,
  generateSigningToken,
  listPortfolio,
  listInstallments,
  listBorrowers,
  listBorrowerLoans,
  listTransactions,
  downloadTransactionReport,
  getInsight,
  getReturn,
  getRepaymentMonths,
  listNotices,
  dismissNotice,
  withdraw,
  getTransferFee,
  getIdleCash,
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints

/** The same calls keyed by `METHOD /path`, so that the browser needs only the types and no schema. */
export type EndpointsByRoute = {
  [K in keyof Endpoints as `${Endpoints[K]['method']} ${Endpoints[K]['path']}`]: Endpoints[K]
}
