import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Placeholder widths for the value of each fact of a card. */
const facts = { loan: ['w-28', 'w-20', 'w-32', 'w-24', 'w-36'], product: ['w-28', 'w-24', 'w-12'] } as const

/** Placeholder of a loading card, with the same size. */
export function OfferSkeleton({ of }: { of: 'loan' | 'product' }) {
  return (
    <Card data-skeleton={of} aria-hidden className="flex h-full flex-col">
      <div className="flex justify-between gap-4 px-5 pt-5">
        <div className="flex h-[2.625rem] flex-col justify-between py-1">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3.5 w-20" />
        </div>
        <div className="flex h-10 flex-col items-end justify-between py-0.5">
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
      <div className="grid px-5 pt-4">
        <Skeleton className="my-0.5 h-4 w-28" />
        <Skeleton className="my-1 h-5 w-44" />
        <Skeleton className="mt-3 h-1.5 w-full" />
        <div className="mt-2 flex h-4 justify-between">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-28" />
        </div>
      </div>
      <div className="hairlines mt-4 px-5">
        {facts[of].map((width) => (
          <div
            key={width}
            // The last fact of a loan has a button, which makes its line higher.
            className={cx('flex h-9 items-center justify-between', of === 'loan' && 'last:h-[57px]')}
          >
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        ))}
      </div>
      {of === 'loan' ? (
        <div className="mt-auto flex items-center justify-between border-t border-line px-5 py-4">
          <Skeleton className="h-8 w-28" />
          <span className="flex items-center gap-4">
            <Skeleton className="h-5 w-14" />
            <Skeleton className="h-11 w-20 rounded-control!" />
          </span>
        </div>
      ) : (
        <div className="mt-auto flex h-[3.8125rem] items-center border-t border-line px-5">
          <Skeleton className="h-4 w-36" />
        </div>
      )}
    </Card>
  )
}
