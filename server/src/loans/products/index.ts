export { addLoanType, listTypes, setLoanTypeStatus, setOfferRule } from './loan-types.ts'
export { listProducts, publishProduct, cancelProduct } from './offer-product.ts'
export { uploadProduct } from './upload-product.ts'
