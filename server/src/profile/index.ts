export { createLender, type NewLender } from './create-lender.ts'
export { signerOf } from './signer.ts'
