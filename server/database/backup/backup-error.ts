import { errorCode } from '../error-facts.ts'

/** A backup or a restore could not be done. The message is one or two sentences for the operator. */
export class BackupError extends Error {}

/** The same error, or for a full disk a sentence that names the folder. */
export function explainWrite(error: unknown, folder: string, neededBytes?: number): unknown {
  if (errorCode(error) !== 'ENOSPC' && errorCode(error) !== 'EDQUOT') return error
  const needed = neededBytes === undefined ? '' : ` Some ${Math.ceil(neededBytes / 1e6)} MB are needed.`
  return new BackupError(`The disk that holds ${folder} is full; what was written was removed.${needed}`, {
    cause: error,
  })
}
