export { createLender, type NewLender, PhoneTaken } from './create-lender.ts'
export { signerOf } from './signer.ts'
export { getSummary } from './summary.ts'
