export { type BankAccount, createLender, type Institution, type NewLender } from './create-lender.ts'
export { type LenderRow, type LenderSheet, lenderIdOf, listLenders, showLender } from './find-lenders.ts'
export {
  keepBankAccount,
  keepBulkFunding,
  keepInstitution,
  keepSigner,
  keepTaxStatus,
  openSecondPocket,
  type TaxStatus,
  taxStatuses,
} from './keep-lender.ts'
export { type DgsignType, signerOf } from './signer.ts'
export {
  assignVirtualAccount,
  endVirtualAccount,
  type VirtualAccount,
  virtualAccountsOf,
} from './virtual-accounts.ts'
