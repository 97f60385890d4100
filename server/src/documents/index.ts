export { documentPath } from './download.ts'
export { renderAgreement } from './pdf/render.ts'
export type { AgreementSnapshot } from './pdf/snapshot.ts'
export { type DocumentRow, findAgreementDocument, insertDocument, sha256 } from './store.ts'
