/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  loans: async () => (await import('./loans.ts')).addLoans,
  offers: async () => (await import('./offers.ts')).addOffers,
  borrowers: async () => (await import('./borrowers.ts')).addBorrowers,
  'loan-types': async () => (await import('./products.ts')).addLoanTypes,
  products: async () => (await import('./products.ts')).addProducts,
  'repair offers': async () => (await import('./offers.ts')).addEndOffers,
  'repair factsheets': async () => (await import('./factsheets.ts')).addFactsheets,
  disbursements: async () => (await import('./disbursements.ts')).addDisbursements,
  repayments: async () => (await import('./repayments.ts')).addRepayments,
  'payouts waiting': async () => (await import('./excess.ts')).addExcess,
  days: async () => (await import('./days.ts')).addDays,
  tkb: async () => (await import('./days.ts')).addTkb,
}
