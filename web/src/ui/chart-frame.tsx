import { shortRupiah } from './chart-scale.ts'
import { cx } from './cx.ts'
import { Money } from './money.tsx'

type FigureProps = { name: string; amount: number; mark?: string }

/** A figure above a chart; `mark` is the look of its bars, so that it also serves as the legend. */
export function ChartFigure({ name, amount, mark }: FigureProps) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-meta text-mute">
        {mark && <span className={cx('size-2.5 rounded-[3px]', mark)} />}
        {name}
      </dt>
      <dd>
        <Money amount={amount} className={amount === 0 ? 'text-mute' : 'font-semibold'} />
      </dd>
    </div>
  )
}

/** The lines of an axis, from its upper end down to zero. */
const marksOf = (parts: number) =>
  Array.from({ length: parts + 1 }, (_, index) => ({
    value: parts - index,
    top: `${(100 / parts) * index}%`,
  }))

/** The labels of an axis that ends at `end` rupiah, in equal parts. */
export function ChartAxis({ end, parts }: { end: number; parts: number }) {
  const labels = marksOf(parts).map(({ value, top }) => ({
    value,
    top,
    text: shortRupiah((end / parts) * value),
  }))
  const [longest] = labels.toSorted((a, b) => b.text.length - a.text.length)
  return (
    <div className="relative h-44 text-right text-meta text-mute">
      {/* An invisible copy of the longest label, which gives the column its width. */}
      <span className="figures invisible">{longest?.text}</span>
      {labels.map(({ value, top, text }) => (
        <span key={value} style={{ top }} className="figures absolute right-0 -translate-y-1/2">
          {text}
        </span>
      ))}
    </div>
  )
}

/** The horizontal lines behind the bars; the line of zero is stronger. */
export const ChartLines = ({ parts }: { parts: number }) => (
  <div className="pointer-events-none absolute inset-0">
    {marksOf(parts).map(({ value, top }) => (
      <span
        key={value}
        style={{ top }}
        className={cx('absolute inset-x-0 border-t', value === 0 ? 'border-field-line' : 'border-line')}
      />
    ))}
  </div>
)
