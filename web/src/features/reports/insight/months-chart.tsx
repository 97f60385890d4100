import type { RepaymentMonths } from '@pematang/contract/reports/insight/endpoints'
import { useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { ChartAxis, ChartFigure, ChartLines } from '../../../ui/chart-frame.tsx'
import { axisEnd, heightOf, shortRupiah } from '../../../ui/chart-scale.ts'
import { monthLong, monthShort } from '../../../ui/month-text.ts'
import { highestOf } from './highest-months.ts'

type Month = RepaymentMonths['months'][number]

/** The index of the current month: the API lists the eleven months before it first. */
const thisMonth = 11
const parts = 4

/**
 * Two bars a month: the amount due behind the amount received, with the late amount hatched above it, so that missing
 * payments are visible. Future months are drawn as outlines. Decorative: a screen reader reads the table instead.
 */
export function MonthsChart({ months }: { months: readonly Month[] }) {
  const [at, setAt] = useState(thisMonth)
  const end = axisEnd(Math.max(...months.flatMap(({ expected, received }) => [expected, received])), parts)
  const shown = months[at] ?? months[0]
  const labelled = highestOf(months, thisMonth)
  return (
    <figure aria-hidden className="@container grid gap-8">
      {shown && <Readout month={shown} isThis={at === thisMonth} />}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <ChartAxis end={end} parts={parts} />
        <div className="relative flex h-44" onPointerLeave={() => setAt(thisMonth)}>
          <Future months={months.length} />
          <ChartLines parts={parts} />
          {months.map((month, index) => (
            <Bars
              key={month.month}
              month={month}
              end={end}
              current={index === at}
              isAhead={index > thisMonth}
              hasLabel={labelled.has(index)}
              onPoint={() => setAt(index)}
            />
          ))}
        </div>
        <div className="col-start-2 flex text-meta text-mute">
          {months.map(({ month }, index) => (
            <MonthName key={month} month={month} index={index} />
          ))}
        </div>
      </div>
    </figure>
  )
}

/** The figures of the month under the pointer, or of the current month; their marks also serve as the legend. */
function Readout({ month, isThis }: { month: Month; isThis: boolean }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-table @min-[40rem]:grid-cols-[minmax(9rem,auto)_repeat(5,auto)] @min-[40rem]:justify-between">
      <div className="col-span-2 @min-[40rem]:col-span-1">
        <dt className="text-meta text-mute">{isThis ? 'Bulan ini' : 'Bulan'}</dt>
        <dd className="font-semibold">{monthLong(month.month)}</dd>
      </div>
      <ChartFigure name="Jatuh tempo" amount={month.expected} mark="border border-brand/60 bg-brand-tint" />
      <ChartFigure name="Diterima" amount={month.received} mark="bg-brand" />
      <ChartFigure name="Terlambat" amount={month.late} mark="hatch border border-bad" />
      <ChartFigure name="Denda" amount={month.penalty} />
      <ChartFigure name="Pajak dipotong" amount={month.tax} />
    </dl>
  )
}

/** Marks the months after the current one by background, a line and a label. */
function Future({ months }: { months: number }) {
  return (
    <div
      className="pointer-events-none absolute inset-y-0 right-0 border-l border-dashed border-field-line bg-sunken"
      style={{ left: `${(100 * (thisMonth + 1)) / months}%` }}
    >
      <span className="absolute -top-5 left-1.5 text-meta text-mute">Mendatang</span>
    </div>
  )
}

type BarsProps = {
  month: Month
  end: number
  current: boolean
  isAhead: boolean
  hasLabel: boolean
  onPoint: () => void
}

function Bars({ month, end, current, isAhead, hasLabel, onPoint }: BarsProps) {
  const { expected, received, late } = month
  const top = heightOf(Math.max(expected, received), end)
  return (
    <div
      className={cx('relative min-w-0 flex-1 rounded-t-mark', current && 'bg-idle-tint/70')}
      onPointerEnter={onPoint}
    >
      <span
        className={cx(
          'absolute inset-x-[14%] bottom-0 rounded-t-mark',
          isAhead ? 'bg-surface' : 'bg-brand-tint',
          expected > 0 && cx('border border-b-0', isAhead ? 'border-dashed border-brand' : 'border-brand/60'),
        )}
        style={{ height: `${heightOf(expected, end)}%` }}
      />
      <span
        className="absolute inset-x-[30%] bottom-0 rounded-t-[3px] bg-brand"
        style={{ height: `${heightOf(received, end)}%` }}
      />
      {late > 0 && (
        <span
          className="hatch absolute inset-x-[14%] rounded-t-mark border border-bad"
          style={{
            height: `max(3px, ${heightOf(late, end)}%)`,
            bottom: `${heightOf(expected - late, end)}%`,
          }}
        />
      )}
      {hasLabel && (
        <span
          className="figures pointer-events-none absolute left-1/2 z-1 -translate-x-1/2 rounded-mark bg-surface/85 px-0.5 text-meta font-semibold whitespace-nowrap"
          style={{ bottom: `calc(${top}% + 2px)` }}
        >
          {shortRupiah(Math.max(expected, received))}
        </span>
      )}
    </div>
  )
}

/**
 * The name of every month if there is room, otherwise of every fourth including the current one. The year is shown
 * below its first month.
 */
function MonthName({ month, index }: { month: string; index: number }) {
  return (
    <span className="min-w-0 flex-1 pt-1.5 text-center whitespace-nowrap">
      <span
        className={cx(
          'block',
          index === thisMonth && 'font-semibold text-ink',
          index % 4 !== thisMonth % 4 && 'invisible @min-[48rem]:visible',
        )}
      >
        {monthShort(month)}
      </span>
      {month.endsWith('-01') && <span className="figures block">{month.slice(0, 4)}</span>}
    </span>
  )
}
