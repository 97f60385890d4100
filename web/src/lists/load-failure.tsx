import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'

type Props = { query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>; className?: string }

/** Shown instead of content that could not be loaded, with the reason and a button to load it again. */
export const LoadFailure = ({ query: { error, isFetching, refetch }, className = 'gap-4' }: Props) => (
  <div role="alert" className={cx('grid justify-items-start', className)}>
    <p className="text-mute">{messageOf(error)}</p>
    <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
      Coba lagi
    </Button>
  </div>
)
