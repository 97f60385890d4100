export type { DocumentContext } from './context.ts'
export { bulkQueue, documentJobKinds } from './agreements/queue.ts'
export { CertificateFault, openCertificate } from './signature/certificate.ts'
export { createMissingFactsheets } from './agreements/missing-factsheets.ts'
export { documentPath, downloadDocument } from './agreements/download.ts'
export { openedBy } from './agreements/opened-by.ts'
export type { ReportCell, ReportContent, ReportSection, ReportTable } from './pdf/report.ts'
export { prepareSignature } from './pdf/prepare-signature.ts'
export type { MandateSnapshot } from './pdf/mandate-text.ts'
export { checkPrintedSettings, printed, unprintablePattern } from './pdf/printed.ts'
export { renderAgreement } from './pdf/render.ts'
export type { AgreementSnapshot, BorrowerConsent } from './pdf/snapshot.ts'
export { agreementTextVersion } from './pdf/text-version.ts'
export { enqueueTimestamps } from './timestamp/store.ts'
export { requestTimestamp } from './timestamp/stamp-document.ts'
export { checkTrustFiles } from './signature/settings.ts'
export { verifyReturned } from './returned/verify-returned.ts'
export { findTransferAddendum, insertTransferAddendum } from './agreements/transfer-addenda.ts'
export { findVoteDocument } from './agreements/vote-documents.ts'
export { generalTermsSha256 } from './agreements/terms.ts'
export {
  type DocumentKind,
  type DocumentRow,
  findAgreementDocument,
  findMandateDocument,
  insertDocument,
  keepRendered,
  type KeptDocument,
  noteOpened,
  sha256,
} from './agreements/store.ts'
export {
  enqueueFactsheet,
  enqueuePaidOut,
  type FactsheetReport,
  storeFactsheets,
  createFactsheets,
  createFirstFactsheet,
} from './agreements/factsheet.ts'
export {
  type KeptBytes,
  type StoredBytes,
  documentTables,
  joinPlace,
  notePlace,
  storedBytes,
} from './store/index.ts'
export {
  type WaitingTimestamp,
  countTimestamps,
  unstampedDocuments,
  waitingTimestamps,
} from './timestamp/store.ts'
