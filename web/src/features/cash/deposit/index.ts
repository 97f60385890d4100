export { AccountBlock } from './account-block.tsx'
export { accountsOf, type DepositAccount } from './accounts.ts'
export { ArrivingBalance } from './arriving-balance.tsx'
export { DepositWarning } from './deposit-warning.tsx'
