import type { RepaymentMonths } from '@pematang/contract/insight/endpoints'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/money.tsx'
import { axisEnd, heightOf, shortRupiah } from './scale.ts'
import { monthLong, monthShort } from './words.ts'

type Month = RepaymentMonths['months'][number]

/** The call gives the eleven months before this one first. */
const thisMonth = 11
const parts = 4

/**
 * Two bars a month: what falls due behind, what came in before it, so that what is missing is seen. A picture only:
 * a screen reader has the table.
 */
export function MonthsChart({ months }: { months: readonly Month[] }) {
  const [at, setAt] = useState(thisMonth)
  const end = axisEnd(Math.max(...months.flatMap(({ expected, received }) => [expected, received])), parts)
  const shown = months[at] ?? months[0]
  return (
    <figure aria-hidden className="@container grid gap-4">
      {shown && <Readout month={shown} isThis={at === thisMonth} />}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <Axis end={end} />
        <div className="relative flex h-44" onPointerLeave={() => setAt(thisMonth)}>
          <Lines />
          {months.map((month, index) => (
            <Bars
              key={month.month}
              month={month}
              end={end}
              current={index === at}
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

/** The month under the pointer in full; this month while there is none. It is the legend as well. */
function Readout({ month, isThis }: { month: Month; isThis: boolean }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-table @min-[40rem]:grid-cols-[minmax(11rem,auto)_repeat(4,auto)] @min-[40rem]:justify-between">
      <div className="col-span-2 @min-[40rem]:col-span-1">
        <dt className="text-meta text-mute">{isThis ? 'Bulan ini' : 'Bulan'}</dt>
        <dd className="font-semibold">{monthLong(month.month)}</dd>
      </div>
      <Figure name="Jatuh tempo" amount={month.expected} mark="border border-brand/60 bg-brand-tint" />
      <Figure name="Diterima" amount={month.received} mark="bg-brand" />
      <Figure name="Denda" amount={month.penalty} />
      <Figure name="Pajak dipotong" amount={month.tax} />
    </dl>
  )
}

function Figure({ name, amount, mark }: { name: string; amount: number; mark?: string }) {
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

/** From the upper end of the axis down to zero. */
const marks = Array.from({ length: parts + 1 }, (_, index) => ({
  value: parts - index,
  top: `${(100 / parts) * index}%`,
}))

function Axis({ end }: { end: number }) {
  const labels = marks.map(({ value, top }) => ({ value, top, text: shortRupiah((end / parts) * value) }))
  const [longest] = labels.toSorted((a, b) => b.text.length - a.text.length)
  return (
    <div className="relative h-44 text-right text-meta text-mute">
      {/* Gives the column its width. */}
      <span className="figures invisible">{longest?.text}</span>
      {labels.map(({ value, top, text }) => (
        <span key={value} style={{ top }} className="figures absolute right-0 -translate-y-1/2">
          {text}
        </span>
      ))}
    </div>
  )
}

function Lines() {
  return (
    <div className="pointer-events-none absolute inset-0">
      {marks.map(({ value, top }) => (
        <span
          key={value}
          style={{ top }}
          className={cx('absolute inset-x-0 border-t', value === 0 ? 'border-field-line' : 'border-line')}
        />
      ))}
    </div>
  )
}

type BarsProps = { month: Month; end: number; current: boolean; onPoint: () => void }

function Bars({ month, end, current, onPoint }: BarsProps) {
  return (
    <div
      className={cx('relative min-w-0 flex-1 rounded-t-mark', current && 'bg-idle-tint/70')}
      onPointerEnter={onPoint}
    >
      <span
        className={cx(
          'absolute inset-x-[14%] bottom-0 rounded-t-mark bg-brand-tint',
          month.expected > 0 && 'border border-b-0 border-brand/60',
        )}
        style={{ height: `${heightOf(month.expected, end)}%` }}
      />
      <span
        className="absolute inset-x-[30%] bottom-0 rounded-t-[3px] bg-brand"
        style={{ height: `${heightOf(month.received, end)}%` }}
      />
    </div>
  )
}

/** Every month where there is room, else every fourth, this month among them; the year below its first month. */
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
