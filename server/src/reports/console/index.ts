/** What the console shows of lenders, loans, payments and withdrawals. */
export { lenderPage, trailOfLender } from './lender-page.ts'
export { loanPage } from './loan-page.ts'
export { paymentPage } from './payment-page.ts'
export { reveal } from './reveal.ts'
export { searchAll } from './search.ts'
export { withdrawalPage } from './withdrawal-page.ts'
