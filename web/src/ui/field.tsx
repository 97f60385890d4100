import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** The classes of the box around a text-like control. */
export const fieldBox = (bad: boolean, disabled = false) =>
  cx(
    'flex min-h-11 w-full items-center rounded-control border bg-surface transition-shadow',
    'focus-within:ring-2 focus-within:ring-offset-0',
    bad
      ? 'border-bad focus-within:ring-bad/30'
      : 'border-field-line focus-within:border-brand focus-within:ring-brand/25',
    disabled && 'bg-sunken text-mute',
  )

/**
 * The classes of a field: label, control and sentence below each other. It can be as narrow as its container, which an
 * input alone cannot.
 */
export const fieldFrame = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5'

/** The classes of the input inside a fieldBox, which draws the border and the focus ring. */
export const fieldInput =
  'min-w-0 flex-1 self-stretch rounded-control bg-transparent px-3 outline-none placeholder:text-mute disabled:text-mute'

export type FieldProps = {
  label: string
  /** An Indonesian error sentence; it marks the field as invalid and is read out. */
  error?: string | null | undefined
  hint?: ReactNode
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  className?: string
}

type FrameProps = FieldProps & { id: string; children: ReactNode }

/** The id of a field's hint or error, for aria-describedby. */
export const describedBy = (id: string, { error, hint }: FieldProps) =>
  error ? `${id}-error` : hint ? `${id}-hint` : undefined

/** The frame of a field: the label above the control, the error or the hint below it. */
export function FieldFrame({ id, label, error, hint, hideLabel, className, children }: FrameProps) {
  return (
    <div className={cx(fieldFrame, className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-table font-medium'}>
        {label}
      </label>
      {children}
      <div aria-live="polite" className={error || hint ? 'text-table' : 'sr-only'}>
        {error ? (
          <span id={`${id}-error`} className="text-bad">
            {error}
          </span>
        ) : hint ? (
          <span id={`${id}-hint`} className="text-mute">
            {hint}
          </span>
        ) : null}
      </div>
    </div>
  )
}
