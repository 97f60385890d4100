import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Placeholder of the first page of a loading document. */
export function SheetLoading() {
  return (
    <Loading label="Memuat perjanjian…">
      <div className="mx-auto grid aspect-[210/297] w-full max-w-195 content-start gap-4 bg-surface p-[10%] shadow-card">
        <Skeleton className="mx-auto h-5 w-1/2" />
        <Skeleton className="mt-6 h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    </Loading>
  )
}
