import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { describedBy, FieldFrame, type FieldProps, fieldBox, fieldInput } from './field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'prefix' | 'id'> & { prefix?: ReactNode; suffix?: ReactNode }

/**
 * A single-line text field. `ref` and all input props are passed to the input, so that form libraries can register it.
 */
export function TextField({ label, error, hint, hideLabel, className, prefix, suffix, ...input }: Props) {
  const id = useId()
  const frame = { label, error, hint, hideLabel: hideLabel ?? false, className: className ?? '' }
  return (
    <FieldFrame id={id} {...frame}>
      <div className={fieldBox(Boolean(error), input.disabled)}>
        {prefix && <span className="figures shrink-0 border-r border-line px-3 text-mute">{prefix}</span>}
        <input
          type="text"
          {...input}
          id={id}
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy(id, frame)}
          className={cx(fieldInput, 'h-[42px]')}
        />
        {suffix}
      </div>
    </FieldFrame>
  )
}
