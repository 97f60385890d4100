export { archiveOf, systemOf } from './backup/archive.ts'
export { createBackup } from './backup/create.ts'
export { listBackups, type Manifest } from './backup/manifest.ts'
export { planPrune, pruneBackups } from './backup/prune.ts'
export {
  checkRestore,
  chooseBackup,
  putInPlace,
  refuseRunning,
  restoreBackup,
  type RestorePoint,
} from './backup/restore.ts'
export { checkFiles, checkLog } from './backup/verify.ts'
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
