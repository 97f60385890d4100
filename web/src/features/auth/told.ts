import { ApiError, messageOf } from '../../api/errors.ts'
import { toast } from '../../ui/toast-store.ts'

/**
 * What a form's own field says about a failed call (specification, section 8). Null where it is told elsewhere: of a
 * broken network in a toast, of a failing server (500) by the app, which then reloads.
 */
export function sentenceForField(error: unknown): string | null {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.status === 500) return null
  if (error.kind !== 'network') return error.message
  toast.error(error.message)
  return null
}
