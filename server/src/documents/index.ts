export { documentPath } from './download.ts'
export { prepareSignature } from './pdf/signature-field.ts'
export { renderAgreement } from './pdf/render.ts'
export type { AgreementSnapshot } from './pdf/snapshot.ts'
export { type DocumentRow, findAgreementDocument, insertDocument, sha256 } from './store.ts'
export {
  askForFactsheet,
  type FactsheetReport,
  keepFactsheets,
  makeFactsheets,
  makeFirstFactsheet,
} from './factsheet.ts'
