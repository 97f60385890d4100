import { useConfig } from '../config.ts'
import { cx } from '../ui/cx.ts'

/** The logo: three contour lines of a rice terrace, and the path (pematang) between them. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cx('size-8 shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-brand" />
      <g fill="none" className="stroke-on-brand" strokeWidth="2.5" strokeLinecap="round">
        <path d="M6 11.5c4-4 7-3.5 10-1s6 3 10-1" opacity=".5" />
        <path d="M6 17.5c4-4 7-3.5 10-1s6 3 10-1" opacity=".75" />
        <path d="M6 23.5c4-4 7-3.5 10-1s6 3 10-1" />
      </g>
    </svg>
  )
}

/** The operator's logo and name; ours where none is configured. A title is shown beside it, on a phone below it. */
export function Logo({ title }: { title?: string }) {
  const { operatorName, operatorMark } = useConfig()
  return (
    <span className="inline-flex items-center gap-2.5">
      {operatorMark ? <img src={operatorMark} alt="" className="h-8 w-auto max-w-32" /> : <Mark />}
      <span className={cx('lg:flex lg:items-center', title && 'max-[26rem]:sr-only')}>
        <span
          className={cx(
            'block text-section font-bold tracking-tight',
            title && 'whitespace-nowrap max-lg:text-body max-lg:leading-5',
          )}
        >
          {operatorName}
        </span>
        {title && (
          <span className="block whitespace-nowrap text-meta font-medium text-mute lg:ml-4 lg:border-l lg:border-line lg:py-1 lg:pl-4 lg:text-body">
            {title}
          </span>
        )}
      </span>
    </span>
  )
}
