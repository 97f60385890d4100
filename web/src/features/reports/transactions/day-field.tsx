import { businessDateOf } from '@pematang/contract/format/business-date'
import { serverNow } from '../../../api/server-time.ts'
import { DayField as Field } from '../../../ui/day-field.tsx'

type Props = {
  label: string
  /** A day as YYYY-MM-DD, or empty. */
  value: string
  /** Called with each complete day that is picked or typed, and with the empty text when the field is cleared. */
  onDay: (day: string) => void
}

const todayInJakarta = () => businessDateOf(serverNow())

/** One end of the range: from the year 2000 until today in Jakarta, since no transaction is outside of that. */
export function DayField({ label, value, onDay }: Props) {
  return <Field label={label} value={value} onChange={onDay} first="2000-01-01" today={todayInJakarta} />
}
