import type { TodayLine } from '@pematang/contract/staff/today'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/money.tsx'
import { ageText } from '../../parts/moment-text.ts'
import { Waiting } from './waiting.tsx'

/** The lines of the morning list; one with a list opens to the things that wait. */
export const TodayLines = ({ lines }: { lines: readonly TodayLine[] }) => (
  <ul className="hairlines">
    {lines.map((line) => (
      <Line key={line.key} line={line} />
    ))}
  </ul>
)

function Line({ line }: { line: TodayLine }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const opens = line.hasList && line.figures.length > 0 && line.count !== 0
  const body = (
    <>
      <span
        aria-hidden
        className={cx(
          'mt-1.5 size-2 shrink-0 rounded-full',
          line.red ? 'bg-bad' : 'bg-field-line opacity-50',
        )}
      />
      <span className="grid min-w-0 flex-1 basis-60 gap-0.5 text-left">
        <span className={cx('font-medium', line.red && 'text-bad')}>
          {line.words}
          {line.red && <span className="sr-only"> (mendesak)</span>}
        </span>
        <span className="text-table text-mute wrap-anywhere">{line.says}</span>
      </span>
      <span className="ml-5 flex items-baseline gap-x-5 text-table sm:ml-0">
        {line.since && line.count !== 0 && <span className="figures text-mute">{ageText(line.since)}</span>}
        {line.amount !== null && <Money amount={line.amount} className="sm:min-w-36 sm:text-right" />}
        {line.count !== null && (
          <span className="figures min-w-8 text-right text-body font-semibold">{line.count}</span>
        )}
      </span>
    </>
  )
  const look = 'flex w-full flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3 sm:px-5'
  return (
    <li>
      {opens ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={cx(look, 'relative pr-10! -outline-offset-2 hover:bg-sunken')}
        >
          {body}
          <ChevronDown
            size={18}
            aria-hidden
            className={cx('absolute top-3.5 right-3 text-mute transition-transform', open && 'rotate-180')}
          />
        </button>
      ) : (
        <div className={cx(look, 'pr-10!')}>{body}</div>
      )}
      <div id={id} className="bg-sunken">
        {open && <Waiting line={line} />}
      </div>
    </li>
  )
}
