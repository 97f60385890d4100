import { ApiError, messageOf } from '../../../api/errors.ts'
import { toast } from '../../../ui/toast-store.ts'

/**
 * The sentence under a field after a failed call (specification, section 8). Null for a network failure, which a toast
 * reports, and for a server failure (500), which the app reports before it reloads.
 */
export function fieldErrorOf(error: unknown): string | null {
  const isReportedElsewhere = error instanceof ApiError && (error.status === 500 || error.kind === 'network')
  return isReportedElsewhere ? null : messageOf(error)
}

export function toastNetworkError(error: unknown): void {
  if (error instanceof ApiError && error.kind === 'network') toast.error(error.message)
}
