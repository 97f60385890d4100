import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/errors.ts'
import { toast } from '../../ui/toast-store.ts'
import { call } from '../api/call.ts'

/** Ends the session, and forgets what it has loaded. */
export function useLogout(): () => Promise<void> {
  const cache = useQueryClient()
  return async () => {
    try {
      await call('POST /session/end')
    } catch (error) {
      toast.error(messageOf(error))
      return
    }
    cache.clear()
    location.reload()
  }
}
