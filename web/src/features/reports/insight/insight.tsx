import { useId } from 'react'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { PartMissing } from '../../../ui/part-missing.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { WhenSeen } from '../../../ui/when-seen.tsx'

const InsightPanels = lazyPart(() => import('./insight-panels.tsx').then((module) => module.default))

const panels = [
  { name: 'return', size: 'h-[440px]' },
  { name: 'quality', size: 'h-[440px]' },
  { name: 'months', size: 'h-[360px] lg:col-span-2' },
  { name: 'composition', size: 'h-[520px] md:h-[320px] lg:col-span-2' },
]

/** Placeholder with about the size of the four panels. */
const fallback = (
  <Loading>
    <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
      {panels.map(({ name, size }) => (
        <Card key={name} className={cx('p-4 md:p-6', size)}>
          <Skeleton className="h-5 w-40" />
        </Card>
      ))}
    </div>
  </Loading>
)

type Props = {
  /** The id of the section, to which links scroll. */
  id: string
}

/** Figures about the portfolio, below its loans. Code and figures load only when the section comes into view. */
export function Insight({ id }: Props) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      tabIndex={-1}
      data-printed-when-loaded
      className="mt-4 grid scroll-mt-[calc(var(--topbar-height)+1rem)] gap-4 outline-none md:mt-6"
    >
      <h2 id={heading} className="text-section font-semibold">
        Kinerja portofolio
      </h2>
      <WhenSeen fallback={fallback}>
        <Part
          loading={fallback}
          notLoaded={(retry) => (
            <Card>
              <PartMissing onRetry={retry} />
            </Card>
          )}
        >
          <InsightPanels />
        </Part>
      </WhenSeen>
    </section>
  )
}
