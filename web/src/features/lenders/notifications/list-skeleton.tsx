import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

/** Placeholder with the size of the rows. */
export const ListSkeleton = ({ rows }: { rows: number }) => (
  <Loading label="Memuat notifikasi…">
    <div aria-hidden className="hairlines">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex gap-3 px-4 py-3.5 md:px-5">
          <span className="size-9 shrink-0 animate-glow rounded-full bg-idle-tint" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-28" />
          </div>
        </div>
      ))}
    </div>
  </Loading>
)
