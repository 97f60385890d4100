export { LinesRefused } from './fault.ts'
export { addLoanType, listTypes, type LoanTypeRow, setLoanTypeStatus, setOfferRule } from './loan-types.ts'
export { listProducts, type ProductRow, publishProduct, cancelProduct } from './offer-product.ts'
export { maxProductLoans, uploadProduct, type UploadedProduct } from './upload-product.ts'
