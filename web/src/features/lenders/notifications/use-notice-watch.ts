import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLender } from '../../../session/use-session.ts'

const again = 30_000

/**
 * Watches the notices while the layout is shown. Its code is loaded after the screen, and loading is retried after a
 * failure.
 */
export function useNoticeWatch(): void {
  const client = useQueryClient()
  const { userId } = useLender()
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () =>
      void import('./watch.ts').then(
        ({ watchNotices }) => {
          if (!isOver) stop = watchNotices(client, userId)
        },
        () => {
          if (!isOver) timer = setTimeout(start, again)
        },
      )
    start()
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [client, userId])
}
