import { type ComponentProps, useId } from 'react'
import { cx } from './cx.ts'
import { describedBy, FieldFrame, type FieldProps, fieldBox, fieldInput } from './field.tsx'

type Props = FieldProps & Omit<ComponentProps<'textarea'>, 'id'>

/** A field for a sentence or two. */
export function TextArea({ label, error, hint, hideLabel, className, ...input }: Props) {
  const id = useId()
  const frame = { label, error, hint, hideLabel: hideLabel ?? false, className: className ?? '' }
  return (
    <FieldFrame id={id} {...frame}>
      <div className={fieldBox(Boolean(error), input.disabled)}>
        <textarea
          rows={2}
          {...input}
          id={id}
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy(id, frame)}
          className={cx(fieldInput, 'resize-y py-2.5')}
        />
      </div>
    </FieldFrame>
  )
}
