import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

const bones = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholder with the size of the rows. */
export const ComingRows = () => (
  <Loading label="Memuat dokumen…">
    <Card className="hairlines px-5">
      {bones.map((bone) => (
        <div key={bone} className="grid gap-2 py-4">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-64 max-w-full" />
          <Skeleton className="mb-0.5 h-10 w-48 sm:hidden" />
        </div>
      ))}
    </Card>
  </Loading>
)
