const loanLists = async () => (await import('./loan-lists.ts')).addLoanLists
const publishing = async () => (await import('./loans.ts')).addLoans
const drafts = async () => (await import('./drafts.ts')).addDrafts
const terms = async () => (await import('./loan-terms.ts')).addLoanTerms
const termReversals = async () => (await import('./loan-reversals.ts')).addTermReversals
const repaymentLists = async () => (await import('./repayment-lists.ts')).addRepaymentLists
const repaying = async () => (await import('./repayments.ts')).addRepayments

/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  loans: { says: 'pinjaman' },
  'loans list': loanLists,
  'loans show': loanLists,
  'loans fundings': loanLists,
  'loans ageing': loanLists,
  'loans quote': async () => (await import('./quote.ts')).addQuote,
  'loans account': async () => (await import('./account.ts')).addAccount,
  'loans import': publishing,
  'loans publish': publishing,
  'loans edit-draft': drafts,
  'loans delete-draft': drafts,
  'loans restore-draft': drafts,
  'loans facts': async () => (await import('./loan-facts.ts')).addLoanFacts,
  'loans cancel': async () => (await import('./cancel-loans.ts')).addCancel,
  'loans restructure': terms,
  'loans write-off': terms,
  'loans vote': async () => (await import('./votes.ts')).addVotes,
  'loans reverse-write-off': termReversals,
  'loans reverse-restructuring': termReversals,
  'loans reverse': termReversals,
  'loans take-over': async () => (await import('./take-over.ts')).addTakeOver,
  'loans take-back': async () => (await import('./take-back.ts')).addTakeBack,
  offers: {
    says: 'pinjaman di marketplace',
    open: async () => (await import('./offers.ts')).addOffers,
  },
  borrowers: {
    says: 'Penerima Dana pinjaman',
    open: async () => (await import('./borrowers.ts')).addBorrowers,
  },
  'loan-types': {
    says: 'jenis pinjaman',
    open: async () => (await import('./products.ts')).addLoanTypes,
  },
  products: {
    says: 'pinjaman yang ditawarkan bersama, sebagai satu product',
    open: async () => (await import('./products.ts')).addProducts,
  },
  'repair offers': async () => (await import('./offers.ts')).addEndOffers,
  'repair factsheets': async () => (await import('./factsheets.ts')).addFactsheets,
  disbursements: {
    says: 'pencairan pinjaman',
    open: async () => (await import('./disbursements.ts')).addDisbursements,
  },
  repayments: { says: 'yang dibayar Penerima Dana' },
  'repayments list': repaymentLists,
  'repayments show': repaymentLists,
  'repayments import': repaying,
  'repayments record': repaying,
  'repayments settle-early': repaying,
  'repayments reverse': async () => (await import('./reverse-repayments.ts')).addRepaymentReversals,
  'payouts waiting': async () => (await import('./excess.ts')).addExcess,
  days: {
    says: 'hari yang sudah ditutup',
    open: async () => (await import('./days.ts')).addDays,
  },
  tkb: {
    says: 'kualitas pendanaan semua pinjaman, menurut kedua surat edaran OJK',
    open: async () => (await import('./days.ts')).addTkb,
  },
}
