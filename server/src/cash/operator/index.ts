export { addEscrow } from './escrow.ts'
