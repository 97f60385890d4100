import { CalendarDays } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { cx } from './cx.ts'
import { formatDay, parseDay, withSlashes } from './day-text.ts'
import { describedBy, FieldFrame, fieldBox, fieldInput } from './field.tsx'

type Limits = {
  /** The first day that can be chosen, YYYY-MM-DD. */
  first: string
  /** Tells today, YYYY-MM-DD, the last day that can be chosen. */
  today: () => string
}

type Props = Limits & {
  label: string
  /** YYYY-MM-DD, or empty. */
  value: string
  /** Told each whole day that is typed or picked, and the empty text when the field is cleared. */
  onChange: (day: string) => void
}

export type DayCalendarProps = Limits & {
  /** The name of the field, which the button and the calendar share. */
  label: string
  value: string
  trigger: ReactNode
  triggerClassName: string
  /** Told a day, or the empty text. */
  onPick: (day: string) => void
}

const load = () => import('./day-calendar.tsx')
const OpenedDayCalendar = lazy(() => load().then((module) => ({ default: module.OpenedDayCalendar })))

/**
 * One day, typed as 21/11/2026 or picked from a calendar; the limits are told when the field is left. The browser's
 * own field would speak the browser's language. The calendar's code comes with the first press.
 */
export function DayField({ label, value, onChange, first, today }: Props) {
  const id = useId()
  /** What is being typed; null when the field shows the value. */
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [told, setTold] = useState<string | null>(null)
  const [shownFor, setShownFor] = useState(value)

  if (shownFor !== value) {
    setShownFor(value)
    // A day that came from outside (back, reset, the other end of the range) takes the place of what was typed.
    if (value !== told) {
      setDraft(null)
      setProblem(null)
    }
  }

  function type(text: string) {
    const shown = withSlashes(text, draft ?? formatDay(value))
    setDraft(shown)
    setProblem(null)
    const typed = parseDay(shown, { first, today: today() })
    if ('day' in typed) tell(typed.day)
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
    tell(day)
  }

  function tell(day: string) {
    if (day === value) return
    setTold(day)
    onChange(day)
  }

  return (
    <FieldFrame
      id={id}
      label={label}
      error={problem}
      // A sentence beside the box makes it no taller.
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

/** The button as it is until it is pressed for the first time. */
function CalendarButton(props: Omit<DayCalendarProps, 'trigger' | 'triggerClassName'>) {
  const [used, setUsed] = useState(false)
  const triggerClassName =
    'inline-grid h-[42px] w-11 shrink-0 place-items-center rounded-control text-mute transition-colors hover:text-ink md:w-10'
  const trigger = (
    <>
      <CalendarDays aria-hidden size={18} />
      <span className="sr-only">Pilih dari kalender: {props.label}</span>
    </>
  )
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-busy={used || undefined}
      className={triggerClassName}
      onClick={() => setUsed(true)}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
    >
      {trigger}
    </button>
  )
  return used ? (
    <Suspense fallback={button}>
      <OpenedDayCalendar {...props} trigger={trigger} triggerClassName={triggerClassName} />
    </Suspense>
  ) : (
    button
  )
}
