import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { fieldBox, fieldFrame } from './field.tsx'
import { type ClosedState, lazyOnFirstUse } from './lazy-on-first-use.tsx'
import { type Common, type MultiSelectProps, multiText, type SelectProps, singleText } from './select-text.ts'

const loadSelect = () => import('./select-opened.tsx')

const LazySelect = lazyOnFirstUse<SelectProps<string>>(
  () => loadSelect().then((module) => module.OpenedSelect),
  (props) => <ClosedSelect {...props} text={singleText(props.options, props.value)} />,
)
const LazyMultiSelect = lazyOnFirstUse<MultiSelectProps<string>>(
  () => loadSelect().then((module) => module.OpenedMultiSelect),
  (props) => <ClosedSelect {...props} text={multiText(props.options, props.value)} />,
)

/**
 * A field for one choice of a few. `value` is null while nothing is chosen. Only values of the options are reported.
 */
export const Select = LazySelect as <V extends string>(props: SelectProps<V>) => ReactNode

/** A field for several choices. One is shown by name, more are counted: `3 dipilih`. */
export const MultiSelect = LazyMultiSelect as <V extends string>(props: MultiSelectProps<V>) => ReactNode

type ClosedProps = Omit<Common<string>, 'options'> & ClosedState & { text: string | undefined }

/** The select field until it is pressed for the first time. */
function ClosedSelect(props: ClosedProps) {
  const { label, hideLabel, text, placeholder, error, disabled, className, onPress, onApproach } = props
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    onPress()
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
        className={cx(fieldBox(Boolean(error)), 'justify-between gap-2 px-3 text-left disabled:text-mute')}
        onClick={onPress}
        onKeyDown={onKeyDown}
        onPointerEnter={onApproach}
        onFocus={onApproach}
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
