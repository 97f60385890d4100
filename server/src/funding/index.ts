export { bulkDocumentsJob, bulkReport } from './bulk/index.ts'
export { getConcentration } from './concentration/index.ts'
export { readMandate } from './mandate/index.ts'
export { readAgreementTerms, snapshotOf, storeAgreementCopy, termsOfLoans } from './single/index.ts'
