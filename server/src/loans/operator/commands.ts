/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  loans: {
    says: 'pinjaman',
    open: async () => (await import('./loans.ts')).addLoans,
  },
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
  repayments: {
    says: 'yang dibayar Penerima Dana',
    open: async () => (await import('./repayments.ts')).addRepayments,
  },
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
