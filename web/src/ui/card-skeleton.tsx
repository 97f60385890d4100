import { Card } from './card.tsx'
import { cx } from './cx.ts'
import { Skeleton } from './skeleton.tsx'

/** Placeholder of a loading card: its surface, with a bar for the heading and one for the first line. */
export const CardSkeleton = ({ className }: { className?: string }) => (
  <Card aria-hidden className={cx('grid content-start gap-3 p-4 md:p-6', className)}>
    <Skeleton className="h-5 w-40 max-w-full" />
    <Skeleton className="h-4 w-64 max-w-full" />
  </Card>
)
