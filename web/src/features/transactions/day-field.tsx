import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { isDay } from './days.ts'

type Props = {
  label: string
  /** YYYY-MM-DD, or empty. */
  value: string
  /** Told each whole day that is picked or typed, and the empty text when the field is cleared. */
  onDay: (day: string) => void
}

/** One day in the browser's own date picker. Half-typed years stay in the field until they are whole. */
export function DayField({ label, value, onDay }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const [shownFor, setShownFor] = useState(value)
  if (shownFor !== value) {
    setShownFor(value)
    // A day that came from outside (back, reset, the other end of the range) takes the place of what was typed.
    if (value !== draft) setDraft(null)
  }
  return (
    <TextField
      label={label}
      type="date"
      min="2000-01-01"
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value)
        const whole = isDay(target.value) || (target.value === '' && !target.validity.badInput)
        if (whole && target.value !== value) onDay(target.value)
      }}
      onBlur={() => setDraft(null)}
    />
  )
}
