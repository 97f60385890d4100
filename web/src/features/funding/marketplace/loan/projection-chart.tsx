import { useState } from 'react'
import { ChartAxis, ChartFigure, ChartLines } from '../../../../ui/chart-frame.tsx'
import { axisEnd, heightOf, shortRupiah } from '../../../../ui/chart-scale.ts'
import { cx } from '../../../../ui/cx.ts'
import { type Bar, barsOf, highestBar, isNamedIn, type Month, type Period } from './months.ts'

const parts = 4
const looks = {
  principal: 'border border-brand/60 bg-brand-tint',
  interest: 'bg-brand',
  tax: 'bg-field-line',
}

/**
 * A bar for each month: principal, above it the interest after tax, and the tax on top. Decorative: a screen reader
 * reads the table instead.
 */
export function ProjectionChart({ months, whole }: { months: readonly Month[]; whole: Period }) {
  const [at, setAt] = useState<number | null>(null)
  const bars = barsOf(months)
  const highest = highestBar(bars)
  const end = axisEnd(Math.max(...bars.map(({ net, tax }) => net + tax)), parts)
  const shown = at === null ? undefined : bars[at]
  const isNamed = isNamedIn(bars)
  return (
    <figure aria-hidden className="@container grid gap-8">
      <Readout name={shown?.name ?? 'Seluruh tenor'} of={shown ?? whole} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <ChartAxis end={end} parts={parts} />
        <div className="relative flex h-44" onPointerLeave={() => setAt(null)}>
          <ChartLines parts={parts} />
          {bars.map((bar, index) => (
            <Stack
              key={bar.key}
              bar={bar}
              end={end}
              isCurrent={index === at}
              label={index === highest ? labelPlace(index, bars.length) : null}
              onPoint={() => setAt(index)}
            />
          ))}
        </div>
        <div className="col-start-2 flex text-meta text-mute">
          {bars.map(({ key, short, year }, index) => (
            <span key={key} className="min-w-0 flex-1 pt-1.5 text-center whitespace-nowrap">
              <span
                className={cx(
                  'block',
                  !isNamed(index) && 'invisible',
                  bars.length <= 18 && '@min-[40rem]:visible',
                )}
              >
                {short}
              </span>
              {year && <span className="figures block">{year}</span>}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}

/** The figures of the bar under the pointer, or of the whole tenor. */
const Readout = ({ name, of }: { name: string; of: Period }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-table @min-[40rem]:grid-cols-[minmax(8rem,auto)_repeat(4,auto)] @min-[40rem]:justify-between">
    <div className="col-span-2 @min-[40rem]:col-span-1">
      <dt className="text-meta text-mute">Jatuh tempo</dt>
      <dd className="font-semibold">{name}</dd>
    </div>
    <ChartFigure name="Pokok" amount={of.principal} mark={looks.principal} />
    <ChartFigure name="Bunga setelah pajak" amount={of.interest - of.tax} mark={looks.interest} />
    <ChartFigure name="Pajak dipotong" amount={of.tax} mark={looks.tax} />
    <ChartFigure name="Anda terima" amount={of.net} />
  </dl>
)

/** Keeps the label of an outer bar inside the chart and clear of the axis. */
const labelPlace = (index: number, bars: number): string => {
  if (bars < 3) return 'left-1/2 -translate-x-1/2'
  if (index === 0) return 'left-0'
  return index === bars - 1 ? 'right-0' : 'left-1/2 -translate-x-1/2'
}

type StackProps = { bar: Bar; end: number; isCurrent: boolean; label: string | null; onPoint: () => void }

function Stack({ bar: { principal, interest, tax, net }, end, isCurrent, label, onPoint }: StackProps) {
  const layers = [
    { name: 'principal', from: 0, amount: principal },
    { name: 'interest', from: principal, amount: interest - tax },
    { name: 'tax', from: net, amount: tax },
  ] as const
  return (
    <div
      className={cx('relative min-w-0 flex-1 rounded-t-mark', isCurrent && 'bg-idle-tint/70')}
      onPointerEnter={onPoint}
    >
      {layers.map(
        ({ name, from, amount }) =>
          amount > 0 && (
            <span
              key={name}
              className={cx(
                'absolute inset-x-[18%] border-b-0 print:[print-color-adjust:exact]',
                looks[name],
              )}
              style={{ bottom: `${heightOf(from, end)}%`, height: `${heightOf(amount, end)}%` }}
            />
          ),
      )}
      {label && (
        <span
          className={cx(
            'figures pointer-events-none absolute z-1 rounded-mark bg-surface/85 px-0.5 text-meta font-semibold',
            label,
          )}
          style={{ bottom: `calc(${heightOf(net + tax, end)}% + 2px)` }}
        >
          {shortRupiah(net + tax)}
        </span>
      )}
    </div>
  )
}
