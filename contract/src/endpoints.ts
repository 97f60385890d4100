import {
  changePassword,
  endOtherSessions,
  endSession,
  generateOtp,
  listSessions,
  login,
  logout,
  matchOtp,
  resetPassword,
  validatePassword,
} from './auth/endpoints.ts'
import {
  changeStrategy,
  createStrategy,
  estimateStrategy,
  getStrategyRun,
  listStrategies,
  listStrategyRuns,
  orderStrategies,
  setStrategyState,
} from './auto-funding/endpoints.ts'
import {
  downloadBalanceConfirmation,
  issueBalanceConfirmation,
  listBalanceConfirmations,
  verifyBalanceConfirmation,
} from './balance-confirmation/endpoints.ts'
import {
  getBulkOutcome,
  getBulkProgress,
  getBulkConcentration,
  listBulkLoanNumbers,
  listBulkLoans,
  listBulkProducts,
  submitBulkFunding,
} from './bulk-funding/endpoints.ts'
import { getCreditQuality, getTkb } from './credit-quality/endpoints.ts'
import {
  downloadDocumentArchive,
  listDocumentArchives,
  listFundingDocuments,
  openDocumentArchive,
  requestDocumentArchive,
} from './document-archive/endpoints.ts'
import { downloadDocument, listTerms } from './documents/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import {
  fundLoan,
  generateLoanAgreement,
  getFunding,
  getFundingOffer,
  getFundingOutcome,
  getWaitingFundings,
} from './funding/endpoints.ts'
import {
  getConcentration,
  getFirstSteps,
  getInsight,
  getOverview,
  getRepaymentMonths,
  getReturn,
} from './insight/endpoints.ts'
import { countMarketplace } from './marketplace/choosing.ts'
import { getMandate, grantMandate, prepareMandate, revokeMandate } from './mandate/endpoints.ts'
import { listLoanTypes, listMarketplace } from './marketplace/endpoints.ts'
import { getLoanProjection, getMarketplaceLoan } from './marketplace/loan.ts'
import { getNoticeState, listCentreNotices, readNotices } from './notices/centre.ts'
import { dismissNotice, listNotices } from './notices/endpoints.ts'
import { getNotificationPreferences, setNotificationPreferences } from './notices/preferences.ts'
import { exportPortfolio, getCollection, listInstallments, listPortfolio } from './portfolio/endpoints.ts'
import { exportPortfolioReport } from './portfolio-report/endpoints.ts'
import { getInstitutionProfile, getProfile, getSummary } from './profile/endpoints.ts'
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
} from './saved-searches/endpoints.ts'
import { checkSelection, fundSelection, getSelection, getSelectionOutcome } from './selection/endpoints.ts'
import { acceptRiskWarning, getRiskWarning } from './risk-warning/endpoints.ts'
import { generateSigningToken } from './signing/endpoints.ts'
import { downloadTaxStatement, downloadTaxSummary, getTax, listTaxedInstallments } from './tax/endpoints.ts'
import { downloadStatement, exportAccount, listStatements } from './statements/endpoints.ts'
import {
  downloadTransactionReport,
  exportTransactions,
  getTransaction,
  listTransactions,
} from './transactions/endpoints.ts'
import { listBorrowerLoans, listBorrowers } from './user-portfolio/endpoints.ts'
import { getIdleCash, getTransferFee, getWithdrawalOutcome, withdraw } from './withdrawal/endpoints.ts'

export const endpoints = {
  login,
  logout,
  generateOtp,
  matchOtp,
  resetPassword,
  changePassword,
  validatePassword,
  listSessions,
  endSession,
  endOtherSessions,
  getTkb,
  getCreditQuality,
  getSummary,
  getProfile,
  getInstitutionProfile,
  listMarketplace,
  countMarketplace,
  listSavedSearches,
  saveSearch,
  changeSavedSearch,
  deleteSavedSearch,
  getMarketplaceLoan,
  getLoanProjection,
  listLoanTypes,
  listBulkProducts,
  listBulkLoans,
  getBulkConcentration,
  listBulkLoanNumbers,
  submitBulkFunding,
  getBulkOutcome,
  getBulkProgress,
  listTerms,
  getMandate,
  prepareMandate,
  grantMandate,
  revokeMandate,
  getRiskWarning,
  acceptRiskWarning,
  generateLoanAgreement,
  downloadDocument,
  fundLoan,
  getFundingOffer,
  getFundingOutcome,
  getWaitingFundings,
  getFunding,
  checkSelection,
  fundSelection,
  getSelectionOutcome,
  getSelection,
  listStrategies,
  createStrategy,
  changeStrategy,
  orderStrategies,
  setStrategyState,
  estimateStrategy,
  listStrategyRuns,
  getStrategyRun,
  generateSigningToken,
  listPortfolio,
  exportPortfolio,
  getCollection,
  exportPortfolioReport,
  listFundingDocuments,
  requestDocumentArchive,
  listDocumentArchives,
  openDocumentArchive,
  downloadDocumentArchive,
  issueBalanceConfirmation,
  listBalanceConfirmations,
  downloadBalanceConfirmation,
  verifyBalanceConfirmation,
  listInstallments,
  listBorrowers,
  listBorrowerLoans,
  listTransactions,
  exportTransactions,
  getTransaction,
  downloadTransactionReport,
  getTax,
  listTaxedInstallments,
  downloadTaxStatement,
  downloadTaxSummary,
  listStatements,
  downloadStatement,
  exportAccount,
  getOverview,
  getFirstSteps,
  getInsight,
  getConcentration,
  getReturn,
  getRepaymentMonths,
  listNotices,
  dismissNotice,
  getNoticeState,
  listCentreNotices,
  readNotices,
  getNotificationPreferences,
  setNotificationPreferences,
  withdraw,
  getWithdrawalOutcome,
  getTransferFee,
  getIdleCash,
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints

/** All calls keyed by `METHOD /path`, so that the browser needs only the types and no schema. */
export type EndpointsByRoute = {
  [K in keyof Endpoints as `${Endpoints[K]['method']} ${Endpoints[K]['path']}`]: Endpoints[K]
}
