import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Placeholder while the code of a screen loads. */
export function ScreenSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="mt-6 h-36 w-full rounded-card!" />
      <Skeleton className="mt-6 h-80 w-full rounded-card!" />
    </Loading>
  )
}
