import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { fieldBox, fieldFrame } from './field.tsx'
import {
  type Common,
  multiText,
  type MultiSelectProps,
  type Option,
  type SelectProps,
  singleText,
} from './select-text.ts'

function Popup<V extends string>({ options }: { options: readonly Option<V>[] }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-60 outline-none">
        <Base.Popup className="pop max-h-[min(24rem,var(--available-height))] min-w-[var(--anchor-width)] overflow-y-auto rounded-popup border border-line bg-surface p-1 shadow-pop outline-none">
          {options.map((option) => (
            <Base.Item
              key={option.value}
              value={option.value}
              aria-description={option.note}
              className="grid min-h-11 grid-cols-[1fr_auto_1.25rem] items-center gap-3 rounded-control px-3 outline-none select-none data-highlighted:bg-brand-tint"
            >
              <Base.ItemText>{option.label}</Base.ItemText>
              {/* CSS draws the note, so that it is not part of the option's label. */}
              <span
                aria-hidden
                data-note={option.note}
                className="figures text-table text-mute before:content-[attr(data-note)]"
              />
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
    <div className={cx(fieldFrame, className)}>
      <Base.Label className={hideLabel ? 'sr-only' : 'text-table font-medium'}>{label}</Base.Label>
      <Base.Trigger
        aria-invalid={Boolean(error)}
        aria-describedby={error ? id : undefined}
        className={cx(
          fieldBox(Boolean(error)),
          'justify-between gap-2 px-3 text-left data-disabled:text-mute',
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

/** The select field with its list. It mounts open, because its code loads with the first press. */
export function OpenedSelect({ value, onChange, options, disabled, ...frame }: SelectProps<string>) {
  const id = useId()
  return (
    <Base.Root
      defaultOpen
      value={value}
      items={options}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Frame {...frame} id={id}>
        {(chosen: string | null) => singleText(options, chosen) ?? frame.placeholder}
      </Frame>
      <Popup options={options} />
    </Base.Root>
  )
}

/** The field of several choices with its list, which mounts open. */
export function OpenedMultiSelect({
  value,
  onChange,
  options,
  disabled,
  ...frame
}: MultiSelectProps<string>) {
  const id = useId()
  return (
    <Base.Root
      multiple
      defaultOpen
      value={value}
      items={options}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => onChange(next)}
    >
      <Frame {...frame} id={id}>
        {(chosen: readonly string[]) =>
          multiText(options, chosen) ?? <span className="text-mute">{frame.placeholder}</span>
        }
      </Frame>
      <Popup options={options} />
    </Base.Root>
  )
}
