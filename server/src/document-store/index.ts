export { DocumentContents, hashOf, KeptBytes, type StoredBytes } from './contents.ts'
export { openDocumentContents } from './open.ts'
export { joinPlace, notePlace, storedBytes } from './store.ts'
