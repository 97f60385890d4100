export { LinesRefused } from './fault.ts'
export { addLoanType, listTypes, type LoanTypeRow, setLoanTypeStatus } from './loan-types.ts'
export { listProducts, type ProductRow, publishProduct, withdrawProduct } from './offer-product.ts'
export { mostLoans, uploadProduct, type UploadedProduct } from './upload-product.ts'
