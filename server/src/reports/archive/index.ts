/** Public interface of the documents of fundings, for the calls of lenders' own systems. */
export { listFundingDocuments } from './funding-documents.ts'
