import { DayField as Field } from '../../ui/day-field.tsx'

type Props = {
  label: string
  /** YYYY-MM-DD, or empty. */
  value: string
  /** Told each whole day that is picked or typed, and the empty text when the field is cleared. */
  onDay: (day: string) => void
}

/** Jakarta is seven hours ahead of UTC all year. */
const jakartaOffset = 7 * 60 * 60 * 1000
const todayInJakarta = () => new Date(Date.now() + jakartaOffset).toISOString().slice(0, 10)

/** One end of the range: no transaction is older than the year 2000 or comes after today, the day in Jakarta. */
export function DayField({ label, value, onDay }: Props) {
  return <Field label={label} value={value} onChange={onDay} first="2000-01-01" today={todayInJakarta} />
}
