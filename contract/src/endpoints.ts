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
} from './lenders/auth/endpoints.ts'
import {
  addLenderPasskey,
  addTotp,
  endLenderPasskey,
  endTotp,
  cancelFactorRecovery,
  listFactors,
  loginWithFactor,
  offerFactorCheck,
  offerLenderPasskey,
  offerSecondStep,
  offerTotp,
  renewRecoveryCodes,
  validateFactor,
} from './lenders/factors/endpoints.ts'
import {
  acceptMemberInvitation,
  changeCompanyRules,
  changeMember,
  countCompanyProposals,
  endMember,
  exportCompanyActivity,
  getCompany,
  getCompanyProposal,
  inviteMember,
  listCompanyActivity,
  listCompanyProposals,
  openMemberInvitation,
  refuseCompanyProposal,
  withdrawCompanyProposal,
} from './lenders/company/endpoints.ts'
import {
  askBankAccount,
  getBankAccountRequest,
  withdrawBankAccountRequest,
} from './lenders/bank-account/endpoints.ts'
import {
  endCallBack,
  getCallBack,
  listCallBackTries,
  ringCallBack,
  rotateCallBackSecret,
  setCallBack,
} from './reports/calls-back/endpoints.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './lenders/keys/endpoints.ts'
import { getConcentration } from './funding/concentration/endpoints.ts'
import {
  changeStrategy,
  createStrategy,
  estimateStrategy,
  getStrategyRun,
  listStrategies,
  listStrategyRuns,
  orderStrategies,
  setStrategyState,
} from './funding/auto/endpoints.ts'
import {
  downloadBalanceConfirmation,
  issueBalanceConfirmation,
  listBalanceConfirmations,
  verifyBalanceConfirmation,
} from './reports/balance-confirmation/endpoints.ts'
import {
  getBulkOutcome,
  getBulkProgress,
  getBulkConcentration,
  listBulkLoanNumbers,
  listBulkLoans,
  listBulkProducts,
  submitBulkFunding,
} from './funding/bulk/endpoints.ts'
import { getCreditQuality, getTkb } from './loans/credit-quality/endpoints.ts'
import {
  downloadDocumentArchive,
  listDocumentArchives,
  listFundingDocuments,
  openDocumentArchive,
  requestDocumentArchive,
} from './reports/archive/endpoints.ts'
import { downloadDocument, listTerms } from './documents/agreements/endpoints.ts'
import type { LenderEndpoint } from './endpoint.ts'
import {
  fundLoan,
  generateLoanAgreement,
  getFunding,
  getFundingOffer,
  getFundingOutcome,
  getWaitingFundings,
} from './funding/single/endpoints.ts'
import {
  getFirstSteps,
  getInsight,
  getOverview,
  getRepaymentMonths,
  getReturn,
  listRequirements,
} from './reports/insight/endpoints.ts'
import { countMarketplace } from './funding/marketplace/choosing.ts'
import { getMandate, grantMandate, prepareMandate, revokeMandate } from './funding/mandate/endpoints.ts'
import { listLoanTypes, listMarketplace } from './funding/marketplace/endpoints.ts'
import { getLoanProjection, getMarketplaceLoan } from './funding/marketplace/loan.ts'
import { getNoticeState, listCentreNotices, readNotices } from './lenders/notifications/centre.ts'
import { dismissNotice, listNotices } from './lenders/notifications/endpoints.ts'
import {
  getNotificationPreferences,
  setNotificationPreferences,
} from './lenders/notifications/preferences.ts'
import {
  exportPortfolio,
  getCollection,
  listInstallments,
  listPortfolio,
} from './reports/portfolio/endpoints.ts'
import { exportPortfolioReport } from './reports/portfolio-report/endpoints.ts'
import { getInstitutionProfile, getProfile, getSummary } from './lenders/profile/endpoints.ts'
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
} from './funding/saved-searches/endpoints.ts'
import {
  checkSelection,
  fundSelection,
  getSelection,
  getSelectionOutcome,
} from './funding/selection/endpoints.ts'
import { castVote, getVote, listVotes } from './loans/votes/endpoints.ts'
import { acceptRiskWarning, getRiskWarning } from './lenders/risk-warning/endpoints.ts'
import { generateSigningToken } from './funding/signing/endpoints.ts'
import {
  downloadTaxStatement,
  downloadTaxSummary,
  getTax,
  listTaxedInstallments,
} from './cash/tax/endpoints.ts'
import { downloadStatement, exportAccount, listStatements } from './reports/statements/endpoints.ts'
import {
  downloadTransactionReport,
  exportTransactions,
  getTransaction,
  listTransactions,
} from './reports/transactions/endpoints.ts'
import { listBorrowerLoans, listBorrowers } from './reports/borrowers/endpoints.ts'
import { getIdleCash, getTransferFee, getWithdrawalOutcome, withdraw } from './cash/withdrawal/endpoints.ts'

export const endpoints = {
  endCallBack,
  getCallBack,
  listCallBackTries,
  ringCallBack,
  rotateCallBackSecret,
  setCallBack,
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
  offerSecondStep,
  loginWithFactor,
  offerFactorCheck,
  validateFactor,
  listFactors,
  cancelFactorRecovery,
  offerLenderPasskey,
  addLenderPasskey,
  endLenderPasskey,
  offerTotp,
  addTotp,
  endTotp,
  renewRecoveryCodes,
  getCompany,
  countCompanyProposals,
  inviteMember,
  openMemberInvitation,
  acceptMemberInvitation,
  changeMember,
  endMember,
  changeCompanyRules,
  listCompanyProposals,
  getCompanyProposal,
  refuseCompanyProposal,
  withdrawCompanyProposal,
  listCompanyActivity,
  exportCompanyActivity,
  getBankAccountRequest,
  askBankAccount,
  withdrawBankAccountRequest,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  getTkb,
  getCreditQuality,
  getVote,
  castVote,
  listVotes,
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
  listRequirements,
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
} as const satisfies Record<string, LenderEndpoint>

export type Endpoints = typeof endpoints

/** All calls keyed by `METHOD /path`, so that the browser needs only the types and no schema. */
export type EndpointsByRoute = {
  [K in keyof Endpoints as `${Endpoints[K]['method']} ${Endpoints[K]['path']}`]: Endpoints[K]
}
