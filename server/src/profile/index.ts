export { type BankAccount, createLender, type Institution, type NewLender } from './create-lender.ts'
export { type LenderRow, type LenderSheet, lenderIdOf, listLenders, showLender } from './find-lenders.ts'
export {
  keepBankAccount,
  keepBulkFunding,
  keepInstitution,
  keepTaxStatus,
  openSecondPocket,
  type TaxStatus,
  taxStatuses,
} from './keep-lender.ts'
export { signerOf } from './signer.ts'
export {
  assignVirtualAccount,
  endVirtualAccount,
  type VirtualAccount,
  virtualAccountsOf,
} from './virtual-accounts.ts'
