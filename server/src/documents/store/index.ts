export { DocumentContents, hashOf, KeptBytes, type StoredBytes } from './contents.ts'
export { configuredStores, openDocumentContents } from './open.ts'
export { relations as documentTables } from './relations.ts'
export { joinPlace, notePlace, storedBytes } from './store.ts'
