export { addBankOpening } from './bank-opening.ts'
export { addEscrow } from './escrow.ts'
