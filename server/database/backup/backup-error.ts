import { errorCode } from '../error-facts.ts'

/** A backup or a restore could not be done. The message is one or two sentences for the operator. */
export class BackupError extends Error {}

/**
 * Turns the error of a full disk or quota into a BackupError that names the folder; returns any other error unchanged.
 */
export function explainWrite(error: unknown, folder: string, neededBytes?: number): unknown {
  if (errorCode(error) !== 'ENOSPC' && errorCode(error) !== 'EDQUOT') return error
  const needed = neededBytes === undefined ? '' : ` Some ${Math.ceil(neededBytes / 1e6)} MB are needed.`
  return new BackupError(`The disk that holds ${folder} is full; what was written was removed.${needed}`, {
    cause: error,
  })
}
