import type { Entry, IdField } from './matrix-entry.ts'
import type { Endpoints } from '@pematang/contract/endpoints'
import { randomBytes, randomUUID } from 'node:crypto'
import { autoFundingMatrix } from './matrix-auto-funding.ts'
import { callsBackMatrix } from './matrix-calls-back.ts'
import { choosingMatrix } from './matrix-choosing.ts'
import { companyMatrix } from './matrix-company.ts'
import { factorsMatrix } from './matrix-factors.ts'
import { keysMatrix } from './matrix-keys.ts'
import { mandateMatrix } from './matrix-mandate.ts'
import { noticeCentreMatrix } from './matrix-notices.ts'
import { documentsMatrix } from './matrix-documents.ts'
import { selectionMatrix } from './matrix-selection.ts'
import { statementsMatrix } from './matrix-statements.ts'
import { votesMatrix } from './matrix-votes.ts'
import { transactionsMatrix } from './matrix-transactions.ts'
import type { Stage } from './matrix-stage.ts'

/** Identifiers that never existed, in the format of each kind of id. */
const random = {
  number: () => randomBytes(6).readUIntBE(0, 6) + 1,
  token: () => randomBytes(16).toString('base64url'),
  uuid: () => randomUUID(),
  document: () => `/documents/${randomBytes(16).toString('base64url')}.pdf`,
}

const paging = ['query.limit', 'query.page']
const guestCodes = (stage: Stage) => ({
  'another lender’s': stage.code.theirs,
  'one that never was': random.token(),
  'a document’s': stage.docToken.mine,
})

/** The number of a loan in a query: any lender may use that of a loan on offer. */
const offeredLoan = ({ loan, draft }: Stage, rest: Record<string, string> = {}): Record<string, IdField> => ({
  'query.loanNumber': {
    input: (loanNumber) => ({ query: { loanNumber: String(loanNumber), ...rest } }),
    mine: loan.loanNumber,
    foreign: { 'one not offered': draft.loanNumber, 'one that never was': 'T-999999999' },
  },
})

/** The id of one of the lender's own fundings in a query. */
const ownFundingId = ({ docToken, notice }: Stage): Record<string, IdField> => ({
  'query.propertyLenderId': {
    input: (propertyLenderId) => ({ query: { propertyLenderId: String(propertyLenderId) } }),
    mine: docToken.mine,
    foreign: {
      'another lender’s': docToken.theirs,
      'one that never was': random.uuid(),
      'a notice': notice.mine,
      'no id at all': "' or 1=1 --",
    },
  },
})

const ofProduct = ({ product }: Stage): Entry => ({
  ids: {
    'query.bulk_secure_id': {
      input: (id) => ({ query: { bulk_secure_id: String(id) } }),
      mine: product.offered,
      foreign: { 'one not offered': product.draft, 'one that never was': random.token() },
    },
  },
  plain: [],
})

/**
 * Every call of the API. A missing call does not compile, and an unlisted field fails the test: state for each new
 * field whether it identifies a record, and which values a lender may not use.
 */
export const matrix: Record<keyof Endpoints, (stage: Stage) => Entry> = {
  // The specification's screen reveals who is registered; lenders/auth/rate-limits.test.ts tests the limits on that.
  login: () => ({ ids: {}, plain: ['body.phoneNumber', 'body.password', 'body.type'] }),
  logout: () => ({ ids: {}, plain: [] }),
  // An unregistered number gets the same response: lenders/auth/otp.test.ts.
  generateOtp: () => ({ ids: {}, plain: ['body.recipient', 'body.purpose', 'body.vendor'] }),
  matchOtp: (stage) => ({
    ids: {
      'body.transactionId': {
        input: (transactionId) => ({
          body: { transactionId, recipient: stage.me.phone, otpCode: '123456' },
        }),
        foreign: guestCodes(stage),
      },
      'body.recipient': {
        input: (recipient) => ({
          body: { transactionId: stage.code.mine, recipient, otpCode: '123456' },
        }),
        foreign: { 'another lender’s': stage.other.phone, 'one that nobody has': '89900000010' },
      },
    },
    plain: ['body.otpCode'],
  }),
  resetPassword: (stage) => ({
    ids: {
      'body.phoneNumber': {
        input: (phoneNumber) => ({
          body: { phoneNumber, newPassword: 'Padi-8-Padi', confirmPassword: 'Padi-8-Padi', type: 'lender' },
        }),
        foreign: {
          'my own, without a match': stage.me.phone,
          'another lender’s': stage.other.phone,
          'one that nobody has': '89900000010',
        },
      },
    },
    plain: ['body.newPassword', 'body.confirmPassword', 'body.type'],
  }),
  changePassword: () => ({
    ids: {},
    plain: ['body.oldPassword', 'body.newPassword', 'body.confirmNewPassword'],
  }),
  validatePassword: () => ({ ids: {}, plain: ['body.password'] }),
  listSessions: () => ({ ids: {}, plain: [] }),
  // Sessions of the same lender: lenders/auth/sessions.test.ts.
  endSession: ({ session, notice, docToken }) => ({
    ids: {
      'body.id': {
        input: (id) => ({ body: { id } }),
        foreign: {
          'another lender’s': session.theirs,
          'one that never was': random.uuid(),
          'a notice': notice.mine,
          'a document token': docToken.mine,
        },
      },
    },
    plain: [],
  }),
  endOtherSessions: () => ({ ids: {}, plain: [] }),
  getBankAccountRequest: () => ({ ids: {}, plain: [] }),
  askBankAccount: () => ({ ids: {}, plain: ['body.bankCode', 'body.accountNumber', 'body.accountName'] }),
  withdrawBankAccountRequest: ({ accountRequest, notice }) => ({
    ids: {
      'body.id': {
        input: (id) => ({ body: { id } }),
        foreign: {
          'another lender’s': accountRequest.theirs,
          'one that never was': random.uuid(),
          'a notice': notice.mine,
        },
      },
    },
    plain: [],
  }),
  getTkb: () => ({ ids: {}, plain: [] }),
  getSummary: () => ({ ids: {}, plain: [] }),
  getProfile: () => ({ ids: {}, plain: [] }),
  getInstitutionProfile: () => ({ ids: {}, plain: [] }),
  ...companyMatrix,
  ...callsBackMatrix,
  ...factorsMatrix,
  ...keysMatrix,
  ...choosingMatrix,
  ...votesMatrix,
  ...documentsMatrix,
  getMarketplaceLoan: (stage) => ({ ids: offeredLoan(stage), plain: [] }),
  getLoanProjection: (stage) => ({
    ids: offeredLoan(stage, { amount: '300000' }),
    plain: ['query.amount'],
  }),
  listLoanTypes: () => ({ ids: {}, plain: [] }),
  listTerms: () => ({ ids: {}, plain: ['query.category', 'query.key'] }),
  getCreditQuality: () => ({ ids: {}, plain: [] }),
  getRiskWarning: () => ({ ids: {}, plain: [] }),
  acceptRiskWarning: () => ({ ids: {}, plain: ['body.version'] }),
  listBulkProducts: () => ({ ids: {}, plain: [...paging, 'query.flag'] }),
  listBulkLoans: (stage) => ({ ...ofProduct(stage), plain: [...paging, 'query.flag'] }),
  listBulkLoanNumbers: ofProduct,
  getBulkConcentration: ofProduct,
  // Without a checked password it funds nothing: funding/bulk/submit.test.ts.
  submitBulkFunding: ({ product }) => ({
    ids: {
      'body.loan_bulk_upload_group_id': {
        input: (id) => ({
          body: { loan_bulk_upload_group_id: id, loan_type_secure_id: String(product.loanTypeId) },
        }),
        foreign: { 'one not offered': product.draft, 'one that never was': random.token() },
      },
      'body.loan_type_secure_id': {
        input: (id) => ({
          body: { loan_bulk_upload_group_id: product.offered, loan_type_secure_id: String(id) },
        }),
        foreign: { 'another type’s': product.otherTypeId, 'one that never was': random.number() },
      },
    },
    plain: ['body.preview_sha256', 'body.total_loan_amount'],
  }),
  // Keys are separate for each lender: funding/single/outcome.test.ts.
  getBulkOutcome: () => ({ ids: {}, plain: ['body.key'] }),
  getBulkProgress: () => ({ ids: {}, plain: [] }),
  generateLoanAgreement: ({ me, other, loan, draft }) => ({
    ids: {
      'body.lenderUserId': {
        input: (lenderUserId) => ({ body: { loanNumber: loan.loanNumber, lenderUserId, amount: 300_000 } }),
        mine: me.lenderId,
        foreign: { 'another lender’s': other.lenderId, 'one that never was': random.number() },
      },
      'body.loanNumber': {
        input: (loanNumber) => ({ body: { loanNumber, lenderUserId: me.lenderId, amount: 300_000 } }),
        mine: loan.loanNumber,
        foreign: { 'one not offered': draft.loanNumber, 'one that never was': 'T-999999999' },
      },
    },
    plain: ['body.amount', 'body.signedTogether'],
  }),
  downloadDocument: ({ document, docToken, notice }) => ({
    ids: {
      'body.document_url': {
        input: (document_url) => ({ body: { document_url } }),
        mine: document.mine,
        foreign: {
          'another lender’s': document.theirs,
          'one that never was': random.document(),
          'a document token': docToken.mine,
          'a notice': `/documents/${notice.mine}.pdf`,
          'an address outside': 'https://evil.example/a.pdf',
          'an address inside': 'http://169.254.169.254/latest/meta-data',
          'a file': 'file:///etc/passwd',
          'a path': `/documents/../documents/${document.theirs.slice(11)}`,
          'another host': `//evil.example${document.mine}`,
          'my own, with a query': `${document.mine}?x=1`,
        },
      },
    },
    plain: [],
  }),
  fundLoan: ({ loan, draft }) => {
    const hidden = { 'one not offered': draft.loanId, 'one that never was': random.number() }
    return {
      ids: {
        'body.loanId': {
          input: (loanId) => ({ body: { loanId, amount: 300_000, loanNumber: loan.loanNumber } }),
          foreign: hidden,
        },
        'body.loanNumber': {
          input: (loanNumber) => ({ body: { loanId: loan.loanId, amount: 300_000, loanNumber } }),
          foreign: { 'one not offered': draft.loanNumber, 'one that never was': 'T-999999999' },
        },
        'body.loanInfo.loanId': {
          input: (loanId) => ({ body: { loanInfo: [{ loanId, amount: 300_000 }] } }),
          foreign: hidden,
        },
      },
      plain: ['body.amount', 'body.loanInfo.amount', 'body.knownWaiting'],
    }
  },
  // Keys and reservations are separate for each lender: funding/single/outcome.test.ts, funding/single/waiting.test.ts.
  getFundingOutcome: () => ({ ids: {}, plain: ['body.key'] }),
  getFundingOffer: (stage) => ({ ids: offeredLoan(stage), plain: [] }),
  getWaitingFundings: (stage) => ({
    ids: offeredLoan(stage, { amount: '300000' }),
    plain: ['query.amount'],
  }),
  getFunding: ({ docToken, notice }) => ({
    ids: {
      'query.docToken': {
        input: (token) => ({ query: { docToken: String(token) } }),
        mine: docToken.mine,
        foreign: {
          'another lender’s': docToken.theirs,
          'one that never was': random.token(),
          'a notice': notice.mine,
        },
      },
    },
    plain: [],
  }),
  ...mandateMatrix,
  ...selectionMatrix,
  ...autoFundingMatrix,
  generateSigningToken: ({ me, other, docToken, notice }) => ({
    ids: {
      'body.docToken': {
        input: (token) => ({ body: { docToken: token, digiSignId: me.user.digiSignId } }),
        foreign: {
          'another lender’s': docToken.theirs,
          'one that never was': random.token(),
          'a notice': notice.mine,
        },
      },
      'body.digiSignId': {
        input: (digiSignId) => ({ body: { docToken: docToken.mine, digiSignId } }),
        foreign: { 'another lender’s': other.user.digiSignId, 'one that never was': random.token() },
      },
    },
    plain: ['body.signCoordinatePage'],
  }),
  // Filters on the lender's own rows; reports/portfolio/list.test.ts searches for those of others.
  listPortfolio: () => ({
    ids: {},
    plain: [...paging, 'query.name', 'query.loanNumber', 'query.loanStatus', 'query.sort'],
  }),
  exportPortfolio: () => ({
    ids: {},
    plain: ['query.format', 'query.name', 'query.loanNumber', 'query.loanStatus', 'query.sort'],
  }),
  getCollection: (stage) => ({
    ids: ownFundingId(stage),
    plain: [],
  }),
  listInstallments: (stage) => ({
    ids: ownFundingId(stage),
    plain: [...paging, 'query.open'],
  }),
  listBorrowers: () => ({ ids: {}, plain: [...paging, 'query.name', 'query.sort'] }),
  listBorrowerLoans: ({ me, borrower, waiting }) => ({
    ids: {
      'query.borrowerId': {
        input: (borrowerId) => ({ query: { borrowerId: String(borrowerId) } }),
        mine: borrower.mine,
        foreign: {
          'another lender’s': borrower.theirs,
          'one that never was': random.number(),
          'one whose agreement I have not signed': waiting.borrowerId,
          'a lender': me.lenderId,
          'no id at all': "' or 1=1 --",
        },
      },
    },
    plain: paging,
  }),
  ...transactionsMatrix,
  ...statementsMatrix,
  // The account must be the registered one, and every mismatch gets the same response: cash/withdrawal/withdraw.test.ts.
  withdraw: () => ({
    ids: {},
    plain: [
      'body.accountName',
      'body.accountNumber',
      'body.amount',
      'body.bankCode',
      'body.password',
      'body.reason',
      'body.methodPayment',
      'body.sent',
    ],
  }),
  getIdleCash: () => ({ ids: {}, plain: [] }),
  getWithdrawalOutcome: () => ({ ids: {}, plain: ['body.key'] }),
  getTransferFee: () => ({
    ids: {},
    plain: ['body.amount', 'body.bankCode', 'body.bank_code', 'body.payment_method'],
  }),
  // Figures of the lender alone: reports/insight/figures.test.ts; of a bulk funding: funding/bulk/report.test.ts.
  getOverview: () => ({ ids: {}, plain: [] }),
  getFirstSteps: () => ({ ids: {}, plain: [] }),
  listRequirements: () => ({ ids: {}, plain: [] }),
  getInsight: () => ({ ids: {}, plain: [] }),
  getReturn: () => ({ ids: {}, plain: [] }),
  getRepaymentMonths: () => ({ ids: {}, plain: [] }),
  getTax: () => ({ ids: {}, plain: ['query.year'] }),
  // The cursor is a position in the lender's own history and names no record: tax/tax.test.ts.
  listTaxedInstallments: () => ({ ids: {}, plain: ['query.period', 'query.after'] }),
  downloadTaxStatement: () => ({ ids: {}, plain: ['query.period', 'query.format'] }),
  downloadTaxSummary: () => ({ ids: {}, plain: ['query.year', 'query.format'] }),
  listNotices: () => ({ ids: {}, plain: [] }),
  ...noticeCentreMatrix,
  getNotificationPreferences: () => ({ ids: {}, plain: [] }),
  setNotificationPreferences: () => ({
    ids: {},
    plain: ['body.categories.category', 'body.categories.email', 'body.categories.sms', 'body.emailDelivery'],
  }),
  dismissNotice: ({ notice, docToken }) => ({
    ids: {
      'body.id': {
        input: (id) => ({ body: { id } }),
        mine: notice.mine,
        foreign: {
          'another lender’s': notice.theirs,
          'one that never was': random.uuid(),
          'one that was deleted': notice.deleted,
          'a document token': docToken.mine,
        },
      },
    },
    plain: [],
  }),
}
