import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { cx } from './cx.ts'
import { describedBy, FieldFrame, type FieldProps, fieldBox, fieldInput } from './field.tsx'

type Props = FieldProps & {
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  /** Shown while nothing is chosen. */
  placeholder?: string
}

/** A field for one choice of a few: the browser's own, which every keyboard and phone knows. */
export function ChoiceField({ value, options, onChange, placeholder, ...frame }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} {...frame}>
      <div className={cx(fieldBox(Boolean(frame.error)), 'relative')}>
        <select
          id={id}
          value={value}
          aria-invalid={Boolean(frame.error)}
          aria-describedby={describedBy(id, frame)}
          onChange={({ target }) => onChange(target.value)}
          className={cx(fieldInput, 'h-[42px] appearance-none pr-9')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
        <ChevronDown size={18} aria-hidden className="pointer-events-none absolute right-3 text-mute" />
      </div>
    </FieldFrame>
  )
}
