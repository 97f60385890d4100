import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { fieldBox } from './field.tsx'

export type Option<V extends string> = { value: V; label: string }

type Common<V extends string> = {
  label: string
  options: readonly Option<V>[]
  placeholder?: string
  hideLabel?: boolean
  error?: string | null | undefined
  disabled?: boolean
  className?: string
}

function Popup<V extends string>({ options }: { options: readonly Option<V>[] }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-60 outline-none">
        <Base.Popup className="pop max-h-[min(24rem,var(--available-height))] min-w-[var(--anchor-width)] overflow-y-auto rounded-popup border border-line bg-surface p-1 shadow-pop outline-none">
          {options.map((option) => (
            <Base.Item
              key={option.value}
              value={option.value}
              className="grid min-h-11 grid-cols-[1fr_1.25rem] items-center gap-3 rounded-control px-3 outline-none select-none data-highlighted:bg-brand-tint"
            >
              <Base.ItemText>{option.label}</Base.ItemText>
              <Base.ItemIndicator>
                <Check size={18} aria-hidden className="text-brand" />
              </Base.ItemIndicator>
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

type FrameProps<Value> = Omit<Common<string>, 'options' | 'disabled'> & {
  id: string
  children: (value: Value) => ReactNode
}

function Frame<Value>(props: FrameProps<Value>) {
  const { id, label, hideLabel, error, className, placeholder, children } = props
  return (
    <div className={cx('grid gap-1.5', className)}>
      <Base.Label className={hideLabel ? 'sr-only' : 'text-table font-medium'}>{label}</Base.Label>
      <Base.Trigger
        aria-invalid={Boolean(error)}
        aria-describedby={error ? id : undefined}
        className={cx(
          fieldBox(Boolean(error)),
          'justify-between gap-2 px-3 text-left data-disabled:opacity-50',
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-mute">
          {children}
        </Base.Value>
        <Base.Icon className="shrink-0 text-mute">
          <ChevronDown size={18} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      {error && (
        <span id={id} role="alert" className="text-table text-bad">
          {error}
        </span>
      )}
    </div>
  )
}

/** One choice of a few. `value` is null while nothing is chosen. */
export function Select<V extends string>(
  props: Common<V> & { value: V | null; onChange: (value: V) => void },
) {
  const { value, onChange, options, disabled, ...frame } = props
  const id = useId()
  return (
    <Base.Root
      value={value}
      items={options}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Frame {...frame} id={id}>
        {(chosen: V | null) => options.find((option) => option.value === chosen)?.label ?? frame.placeholder}
      </Frame>
      <Popup options={options} />
    </Base.Root>
  )
}

/** Several choices of a few. One is named, more are counted: `3 dipilih`. */
export function MultiSelect<V extends string>(
  props: Common<V> & { value: readonly V[]; onChange: (value: V[]) => void },
) {
  const { value, onChange, options, disabled, ...frame } = props
  const id = useId()
  const summary = (chosen: readonly V[]) => {
    if (chosen.length === 0) return <span className="text-mute">{frame.placeholder}</span>
    if (chosen.length > 1) return `${chosen.length} dipilih`
    return options.find((option) => option.value === chosen[0])?.label
  }
  return (
    <Base.Root
      multiple
      value={value}
      items={options}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => onChange(next)}
    >
      <Frame {...frame} id={id}>
        {summary}
      </Frame>
      <Popup options={options} />
    </Base.Root>
  )
}
