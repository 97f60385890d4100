import type { Endpoints } from '@pematang/contract/endpoints'
import type { SessionRole } from '../../platform/approvals/company.ts'
import type { Identity } from '../../platform/http/requests.ts'
import { Refusal } from '../../platform/refusal.ts'

/** The calls that need a session. */
type SessionCall = {
  [Call in keyof Endpoints]: Endpoints[Call]['auth'] extends 'lender' ? Call : never
}[keyof Endpoints]

/** Who of a company may send a call: all of its members, or who has one of these roles; nobody where it is empty. */
type Need = 'ALL' | readonly SessionRole[]

const acting = ['MAKER', 'APPROVER'] as const
const deciding = ['APPROVER', 'ADMINISTRATOR'] as const
const managing = ['ADMINISTRATOR'] as const
const anyRole = ['MAKER', 'APPROVER', 'ADMINISTRATOR'] as const
const signing = ['SIGNATORY'] as const
/** Members fund selections, which can be proposed; the batched lane is of lenders who are alone. */
const nobody = [] as const

/**
 * What a member of a company needs for each call. A call without an entry does not compile. What a rule is about is asked
 * again in the transaction, of the roles of then.
 */
export const callRoles: Record<SessionCall, Need> = {
  logout: 'ALL',
  changePassword: 'ALL',
  validatePassword: 'ALL',
  listSessions: 'ALL',
  endSession: 'ALL',
  endOtherSessions: 'ALL',
  offerFactorCheck: 'ALL',
  validateFactor: 'ALL',
  listFactors: 'ALL',
  offerLenderPasskey: 'ALL',
  addLenderPasskey: 'ALL',
  endLenderPasskey: 'ALL',
  offerTotp: 'ALL',
  addTotp: 'ALL',
  endTotp: 'ALL',
  renewRecoveryCodes: 'ALL',
  cancelFactorRecovery: 'ALL',
  getCompany: 'ALL',
  countCompanyProposals: 'ALL',
  inviteMember: managing,
  changeMember: managing,
  endMember: managing,
  changeCompanyRules: managing,
  listCompanyProposals: 'ALL',
  getCompanyProposal: 'ALL',
  refuseCompanyProposal: deciding,
  withdrawCompanyProposal: anyRole,
  listCompanyActivity: 'ALL',
  exportCompanyActivity: 'ALL',
  listKeys: 'ALL',
  getCallBack: 'ALL',
  listCallBackTries: 'ALL',
  setCallBack: managing,
  endCallBack: managing,
  ringCallBack: managing,
  rotateCallBackSecret: managing,
  createKey: managing,
  rotateKey: managing,
  revokeKey: managing,
  getVote: 'ALL',
  castVote: acting,
  listVotes: 'ALL',
  getSummary: 'ALL',
  getProfile: 'ALL',
  getBankAccountRequest: 'ALL',
  askBankAccount: managing,
  withdrawBankAccountRequest: managing,
  getInstitutionProfile: 'ALL',
  listMarketplace: 'ALL',
  countMarketplace: 'ALL',
  listSavedSearches: 'ALL',
  saveSearch: acting,
  changeSavedSearch: acting,
  deleteSavedSearch: acting,
  getMarketplaceLoan: 'ALL',
  getLoanProjection: 'ALL',
  listLoanTypes: 'ALL',
  listBulkProducts: 'ALL',
  listBulkLoans: 'ALL',
  getBulkConcentration: 'ALL',
  listBulkLoanNumbers: 'ALL',
  submitBulkFunding: acting,
  getBulkOutcome: acting,
  getBulkProgress: 'ALL',
  listTerms: 'ALL',
  getMandate: 'ALL',
  prepareMandate: acting,
  grantMandate: acting,
  revokeMandate: acting,
  getRiskWarning: 'ALL',
  acceptRiskWarning: acting,
  generateLoanAgreement: acting,
  downloadDocument: 'ALL',
  fundLoan: nobody,
  getFundingOffer: 'ALL',
  getFundingOutcome: acting,
  getWaitingFundings: 'ALL',
  getFunding: 'ALL',
  checkSelection: 'ALL',
  fundSelection: acting,
  getSelectionOutcome: acting,
  getSelection: 'ALL',
  listStrategies: 'ALL',
  createStrategy: acting,
  changeStrategy: acting,
  orderStrategies: acting,
  setStrategyState: acting,
  estimateStrategy: 'ALL',
  listStrategyRuns: 'ALL',
  getStrategyRun: 'ALL',
  generateSigningToken: signing,
  listPortfolio: 'ALL',
  exportPortfolio: 'ALL',
  getCollection: 'ALL',
  exportPortfolioReport: 'ALL',
  listFundingDocuments: 'ALL',
  requestDocumentArchive: 'ALL',
  listDocumentArchives: 'ALL',
  openDocumentArchive: 'ALL',
  issueBalanceConfirmation: 'ALL',
  listBalanceConfirmations: 'ALL',
  downloadBalanceConfirmation: 'ALL',
  listInstallments: 'ALL',
  listBorrowers: 'ALL',
  listBorrowerLoans: 'ALL',
  listTransactions: 'ALL',
  exportTransactions: 'ALL',
  getTransaction: 'ALL',
  downloadTransactionReport: 'ALL',
  getTax: 'ALL',
  listTaxedInstallments: 'ALL',
  downloadTaxStatement: 'ALL',
  downloadTaxSummary: 'ALL',
  listStatements: 'ALL',
  downloadStatement: 'ALL',
  exportAccount: 'ALL',
  getOverview: 'ALL',
  getFirstSteps: 'ALL',
  listRequirements: 'ALL',
  getInsight: 'ALL',
  getConcentration: 'ALL',
  getReturn: 'ALL',
  getRepaymentMonths: 'ALL',
  listNotices: 'ALL',
  dismissNotice: 'ALL',
  getNoticeState: 'ALL',
  listCentreNotices: 'ALL',
  readNotices: 'ALL',
  getNotificationPreferences: 'ALL',
  setNotificationPreferences: 'ALL',
  withdraw: acting,
  getWithdrawalOutcome: acting,
  getTransferFee: 'ALL',
  getIdleCash: 'ALL',
}

/**
 * What stays open to who has not the second factor that their company asks for: to set one up, and what concerns only their
 * own access, profile and notices.
 */
export const callsWithoutFactor: ReadonlySet<string> = new Set<SessionCall>([
  'logout',
  'changePassword',
  'validatePassword',
  'listSessions',
  'endSession',
  'endOtherSessions',
  'listFactors',
  'offerLenderPasskey',
  'addLenderPasskey',
  'offerTotp',
  'addTotp',
  'getProfile',
  'getInstitutionProfile',
  'listRequirements',
  'listNotices',
  'dismissNotice',
  'getNoticeState',
  'listCentreNotices',
  'readNotices',
])

/**
 * Lets a member send a call of their roles.
 * @throws Refusal COMPANY_ROLE_MISSING, COMPANY_FUNDS_SELECTIONS, FACTOR_NEEDED
 */
export function requireCallRole(
  operationId: string,
  { roles, lacksFactor }: NonNullable<Identity['member']>,
): void {
  const need = callRoles[operationId as SessionCall]
  if (roles.length === 0) throw new Refusal('COMPANY_ROLE_MISSING')
  if (lacksFactor && !callsWithoutFactor.has(operationId)) throw new Refusal('FACTOR_NEEDED')
  if (need === 'ALL') return
  if (need.length === 0) throw new Refusal('COMPANY_FUNDS_SELECTIONS')
  if (!need.some((role) => roles.includes(role))) throw new Refusal('COMPANY_ROLE_MISSING')
}
