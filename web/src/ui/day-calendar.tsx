import { Popover } from '@base-ui/react/popover'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { id as indonesian } from 'react-day-picker/locale/id'
import { Button } from './button.tsx'
import { fromDate, toDate } from './day-text.ts'

export type DayLimits = {
  /** The first day that can be chosen, YYYY-MM-DD. */
  first: string
  /** Today, YYYY-MM-DD, the last day that can be chosen. */
  today: () => string
}

export type DayCalendarProps = DayLimits & {
  /** The label of the field, which the button and the calendar share. */
  label: string
  value: string
  trigger: ReactNode
  triggerClassName: string
  /** Called with a day (YYYY-MM-DD) or the empty text. */
  onPick: (day: string) => void
}

const step =
  'inline-grid size-11 place-items-center rounded-control text-mute hover:bg-idle-tint hover:text-ink aria-disabled:invisible'
const choice =
  'h-11 cursor-pointer rounded-control bg-transparent px-1.5 font-medium text-ink hover:bg-idle-tint *:bg-surface *:text-ink'

/** Our own classes for every part of the calendar; the library's style sheet is not loaded. */
const classNames = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: step,
  button_next: step,
  month_caption: 'flex h-11 items-center justify-center',
  dropdowns: 'flex items-center',
  dropdown: choice,
  // Hidden, because the select already shows the month.
  caption_label: 'hidden',
  // The days share the width that a scrollbar leaves them.
  month_grid: 'mt-1 w-full table-fixed border-collapse',
  weekday: 'h-9 text-meta font-medium text-mute',
  day: 'p-0 text-center',
  day_button:
    'figures relative h-11 w-full sm:h-10 rounded-control text-table hover:enabled:bg-idle-tint disabled:text-mute disabled:opacity-50 ' +
    'in-data-today:font-semibold in-data-today:text-brand in-data-outside:text-mute ' +
    'in-data-selected:bg-brand! in-data-selected:font-semibold in-data-selected:text-on-brand!',
}

/** The calendar beside its button; it mounts open, with the focus on the selected day. */
export function OpenedDayCalendar({ trigger, triggerClassName, onPick, ...days }: DayCalendarProps) {
  const [open, setOpen] = useState(true)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className={triggerClassName}>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={12} className="z-60 outline-none">
          <Popover.Popup
            ref={popup}
            aria-label={`Kalender: ${days.label}`}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('td button[tabindex="0"]') ?? true}
            className="pop max-h-(--available-height) w-84 max-w-(--available-width) overflow-y-auto rounded-popup border border-line bg-surface p-3 shadow-pop outline-none sm:w-80"
          >
            <Calendar
              {...days}
              onPick={(day) => {
                setOpen(false)
                onPick(day)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

type CalendarProps = Pick<DayCalendarProps, 'value' | 'first' | 'today' | 'onPick'>

/** One month of days; today is evaluated again each time it opens. */
function Calendar({ value, first, today: tellToday, onPick }: CalendarProps) {
  const [today] = useState(tellToday)
  const selected = value === '' ? undefined : toDate(value)
  const limits = { first: toDate(first), last: toDate(today) }
  return (
    <>
      <DayPicker
        mode="single"
        required
        locale={indonesian}
        captionLayout="dropdown"
        showOutsideDays
        fixedWeeks
        selected={selected}
        defaultMonth={selected ?? limits.last}
        startMonth={limits.first}
        endMonth={limits.last}
        today={limits.last}
        disabled={[{ before: limits.first }, { after: limits.last }]}
        onSelect={(date: Date) => onPick(fromDate(date))}
        classNames={classNames}
        components={{ Chevron: Arrow }}
      />
      <div className="mt-2 flex justify-between border-t border-line pt-2">
        <Button variant="quiet" className="px-3!" disabled={value === ''} onClick={() => onPick('')}>
          Hapus tanggal
        </Button>
        <Button variant="quiet" className="px-3!" onClick={() => onPick(today)}>
          Hari ini
        </Button>
      </div>
    </>
  )
}

function Arrow({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden size={18} />
}
