import type { Endpoints } from '@pematang/contract/endpoints'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Stage } from './matrix-stage.ts'

export type Input = { query?: Record<string, string>; body?: unknown }

/** One field that names a thing, and what may stand in it. */
export type IdField = {
  input: (value: unknown) => Input
  /** One that this lender may name: the call goes through. Left out where that would use it up. */
  mine?: unknown
  /** What this lender may not name, by why: every one of them has to get the very same answer. */
  foreign: Record<string, unknown>
}

/** How one call is looked at: every field of its query and body is either an id or plain. */
export type Entry = {
  ids: Record<string, IdField>
  /** Fields that name nothing which belongs to anybody, or that tests of their own look at (and where). */
  plain: readonly string[]
}

/** Names that never were: of the form that each kind of id has. */
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

/**
 * Every call of the API. One that is missing here does not compile, and a field that is named nowhere fails the test:
 * say of each new field whether it names a thing, and what a lender may not name.
 */
export const matrix: Record<keyof Endpoints, (stage: Stage) => Entry> = {
  // The specification's screen tells who is registered; auth/limits.test.ts looks at what bounds that.
  login: () => ({ ids: {}, plain: ['body.phoneNumber', 'body.password', 'body.type'] }),
  logout: () => ({ ids: {}, plain: [] }),
  // A number that nobody has is answered alike: auth/otp.test.ts.
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
  getTkb: () => ({ ids: {}, plain: [] }),
  getSummary: () => ({ ids: {}, plain: [] }),
  getInstitutionProfile: () => ({ ids: {}, plain: [] }),
  // Loan types are everybody's; one that never was finds nothing.
  listMarketplace: () => ({
    ids: {},
    plain: [...paging, 'query.flag', 'query.tenor', 'query.loanTypeId'],
  }),
  listLoanTypes: () => ({ ids: {}, plain: [] }),
  listTerms: () => ({ ids: {}, plain: ['query.category', 'query.key'] }),
  listBulkProducts: () => ({ ids: {}, plain: [...paging, 'query.flag'] }),
  listBulkLoans: ({ product }) => ({
    ids: {
      'query.bulk_secure_id': {
        input: (id) => ({ query: { bulk_secure_id: String(id) } }),
        mine: product.offered,
        foreign: { 'one not offered': product.draft, 'one that never was': random.token() },
      },
    },
    plain: [...paging, 'query.flag'],
  }),
  listBulkLoanNumbers: ({ product }) => ({
    ids: {
      'query.bulk_secure_id': {
        input: (id) => ({ query: { bulk_secure_id: String(id) } }),
        mine: product.offered,
        foreign: { 'one not offered': product.draft, 'one that never was': random.token() },
      },
    },
    plain: [],
  }),
  // Without a checked password it funds nothing: bulk-funding/submit.test.ts.
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
    plain: ['body.total_loan_amount'],
  }),
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
    plain: ['body.amount'],
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
      plain: ['body.amount', 'body.loanInfo.amount'],
    }
  },
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
  // Filters over one's own rows; portfolio/list.test.ts looks for those of others.
  listPortfolio: () => ({
    ids: {},
    plain: [...paging, 'query.name', 'query.loanNumber', 'query.loanStatus'],
  }),
  listInstallments: ({ docToken, notice }) => ({
    ids: {
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
    },
    plain: paging,
  }),
  listBorrowers: () => ({ ids: {}, plain: [...paging, 'query.name'] }),
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
  listTransactions: () => ({
    ids: {},
    plain: [...paging, 'query.type', 'query.status', 'query.startDate', 'query.endDate'],
  }),
  // withdrawal/withdraw.test.ts: the account has to be the registered one, and what is wrong with it is answered alike.
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
    ],
  }),
  getIdleCash: () => ({ ids: {}, plain: [] }),
  getTransferFee: () => ({
    ids: {},
    plain: ['body.amount', 'body.bankCode', 'body.bank_code', 'body.payment_method'],
  }),
  // Of nobody but the lender: insight/figures.test.ts; of a bulk funding: bulk-funding/report.test.ts.
  getInsight: () => ({ ids: {}, plain: [] }),
  getReturn: () => ({ ids: {}, plain: [] }),
  getRepaymentMonths: () => ({ ids: {}, plain: [] }),
  downloadTransactionReport: ({ docToken }) => ({
    ids: {
      'query.bulkFundingNumber': {
        input: (number) => ({ query: { bulkFundingNumber: String(number) } }),
        foreign: {
          'one that never was': 'BLK-261121-0123456789',
          'a document token': docToken.mine,
          'no number at all': "' or 1=1 --",
        },
      },
    },
    plain: [],
  }),
  listNotices: () => ({ ids: {}, plain: [] }),
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
