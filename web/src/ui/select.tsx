import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react'
import { cx } from './cx.ts'
import { fieldBox, fieldFrame } from './field.tsx'
import { type Common, type MultiSelectProps, multiText, type SelectProps, singleText } from './select-text.ts'

const load = () => import('./select-opened.tsx')
const OpenedSelect = lazy(() => load().then((module) => ({ default: module.OpenedSelect })))
const OpenedMultiSelect = lazy(() => load().then((module) => ({ default: module.OpenedMultiSelect })))

/** One choice of a few. `value` is null while nothing is chosen. The list's code comes with the first press. */
export function Select<V extends string>(props: SelectProps<V>) {
  const [used, setUsed] = useState(false)
  const closed = (
    <ClosedSelect {...props} text={singleText(props.options, props.value)} onOpen={() => setUsed(true)} />
  )
  if (!used) return closed
  return (
    <Suspense fallback={closed}>
      {/* It only ever tells values of the options it was given. */}
      <OpenedSelect {...(props as unknown as SelectProps<string>)} />
    </Suspense>
  )
}

/** Several choices of a few. One is named, more are counted: `3 dipilih`. */
export function MultiSelect<V extends string>(props: MultiSelectProps<V>) {
  const [used, setUsed] = useState(false)
  const closed = (
    <ClosedSelect {...props} text={multiText(props.options, props.value)} onOpen={() => setUsed(true)} />
  )
  if (!used) return closed
  return (
    <Suspense fallback={closed}>
      <OpenedMultiSelect {...(props as unknown as MultiSelectProps<string>)} />
    </Suspense>
  )
}

type ClosedProps = Omit<Common<string>, 'options'> & { text: string | undefined; onOpen: () => void }

/** The field as it looks until it is pressed for the first time. */
function ClosedSelect(props: ClosedProps) {
  const { label, hideLabel, text, placeholder, error, disabled, className, onOpen } = props
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    onOpen()
  }
  return (
    <div className={cx(fieldFrame, className)}>
      <span id={`${id}-label`} className={hideLabel ? 'sr-only' : 'text-table font-medium'}>
        {label}
      </span>
      <button
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-controls={`${id}-list`}
        aria-labelledby={`${id}-label`}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
        disabled={disabled}
        className={cx(fieldBox(Boolean(error)), 'justify-between gap-2 px-3 text-left disabled:opacity-50')}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        <span className={cx('truncate', text === undefined && 'text-mute')}>{text ?? placeholder}</span>
        <ChevronDown size={18} aria-hidden className="shrink-0 text-mute" />
      </button>
      {error && (
        <span id={`${id}-error`} role="alert" className="text-table text-bad">
          {error}
        </span>
      )}
    </div>
  )
}
