export { type DataDirChoice, dataFolderMode, defaultDataDir, makeFolder } from './data-folder.ts'
export { errorCode, errorMessage, parseRecord } from './error-facts.ts'
export { EmbeddedPostgresError } from './errors.ts'
export type { Connection } from './postmaster.ts'
export { acquireLock, LockHeldError, type ProcessLock } from './process-lock.ts'
export { isAlive } from './process-identity.ts'
export { testProfile } from './settings.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
  stopCluster,
} from './start.ts'
