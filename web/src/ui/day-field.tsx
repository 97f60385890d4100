import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from './cx.ts'
import type { DayCalendarProps, DayLimits } from './day-calendar.tsx'
import { formatDay, parseDay, withSlashes } from './day-text.ts'
import { describedBy, FieldFrame, fieldBox, fieldInput } from './field.tsx'
import { ClosedButton, type ClosedState, lazyOnFirstUse } from './lazy-on-first-use.tsx'

type Props = DayLimits & {
  label: string
  /** A day as YYYY-MM-DD, or empty. */
  value: string
  /** Called with each whole day that is typed or picked, and with the empty text when the field is cleared. */
  onChange: (day: string) => void
  /**
   * Called with true while the text of the field is no day that can be chosen, even before the field shows that as an
   * error, and with false once it is one.
   */
  onWrong?: (isWrong: boolean) => void
}

const loadCalendar = () => import('./day-calendar.tsx').then((module) => module.OpenedDayCalendar)

const ClosedDayCalendar = ({ trigger, triggerClassName, ...state }: DayCalendarProps & ClosedState) => (
  <ClosedButton {...state} popup="dialog" className={triggerClassName}>
    {trigger}
  </ClosedButton>
)

const DayCalendar = lazyOnFirstUse(loadCalendar, ClosedDayCalendar)

/**
 * One day, typed as 21/11/2026 or picked from a calendar; the limits are checked when the focus leaves the field. The
 * browser's own date field would use the browser's language. The code of the calendar loads with the first press.
 */
export function DayField({ label, value, onChange, onWrong, first, today }: Props) {
  const id = useId()
  /** The text being typed; null when the field shows the value. */
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [reported, setReported] = useState<string | null>(null)
  const [shownFor, setShownFor] = useState(value)

  if (shownFor !== value) {
    setShownFor(value)
    // A value set from outside (back, reset, the other end of the range) replaces what was typed.
    if (value !== reported) {
      setDraft(null)
      setProblem(null)
    }
  }

  function type(text: string) {
    const shown = withSlashes(text, draft ?? formatDay(value))
    setDraft(shown)
    setProblem(null)
    const typed = parseDay(shown, { first, today: today() })
    onWrong?.('problem' in typed)
    if ('day' in typed) report(typed.day)
  }

  function leave() {
    if (draft === null) return
    const typed = parseDay(draft, { first, today: today() })
    if ('problem' in typed) return setProblem(typed.problem)
    setDraft(null)
  }

  function pick(day: string) {
    setDraft(null)
    setProblem(null)
    onWrong?.(false)
    report(day)
  }

  function report(day: string) {
    if (day === value) return
    setReported(day)
    onChange(day)
  }

  return (
    <FieldFrame
      id={id}
      label={label}
      error={problem}
      // Keeps the box from growing beside a field with an error sentence.
      className="content-start"
    >
      <div className={fieldBox(problem !== null)}>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="tgl/bln/tahun"
          value={draft ?? formatDay(value)}
          aria-invalid={problem !== null}
          aria-describedby={describedBy(id, { label, error: problem })}
          className={cx(fieldInput, 'figures h-[42px] pr-1!')}
          onChange={({ target }) => type(target.value)}
          onBlur={leave}
          onKeyDown={({ key }) => {
            if (key === 'Enter') leave()
          }}
        />
        <CalendarButton label={label} value={value} onPick={pick} first={first} today={today} />
      </div>
    </FieldFrame>
  )
}

const CalendarButton = (props: Omit<DayCalendarProps, 'trigger' | 'triggerClassName'>) => (
  <DayCalendar
    {...props}
    triggerClassName="inline-grid h-[42px] w-11 shrink-0 place-items-center rounded-control text-mute transition-colors hover:text-ink md:w-10"
    trigger={
      <>
        <CalendarDays aria-hidden size={18} />
        <span className="sr-only">Pilih dari kalender: {props.label}</span>
      </>
    }
  />
)
