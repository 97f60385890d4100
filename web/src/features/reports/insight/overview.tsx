import { Card } from '../../../ui/card.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

const OverviewCells = lazyPart(() => import('./overview-cells.tsx').then((module) => module.default))

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

type Props = {
  /** The URL of the list of late loans. */
  lateTo: string
}

/** The key figures of a portfolio: its return, what is due next, and what is late. */
export function Overview({ lateTo }: Props) {
  return (
    // The list below works without the overview, so a failure shows nothing.
    <Part loading={overviewFallback} notLoaded={() => null}>
      <OverviewCells lateTo={lateTo} />
    </Part>
  )
}
