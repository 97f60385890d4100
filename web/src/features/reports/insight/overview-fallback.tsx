import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

const bones = ['return', 'ahead', 'late']

/** Placeholder with about the size of the cells. */
export const overviewFallback = (
  <Loading>
    <Card className="grid gap-px md:grid-cols-3">
      {bones.map((bone) => (
        <div key={bone} className="grid h-26 content-center gap-2 px-4 md:h-34 md:px-6">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-6 w-36" />
        </div>
      ))}
    </Card>
  </Loading>
)
