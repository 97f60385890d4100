import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  disabled?: boolean
  name?: string
  className?: string
  'aria-describedby'?: string
  ref?: Ref<HTMLInputElement>
}

/** A checkbox with its label beside it. */
export function Checkbox({ checked, onChange, children, className, disabled, ...input }: Props) {
  return (
    <label className={cx('flex min-h-11 items-center gap-3', disabled && 'text-mute', className)}>
      <span className="relative inline-grid shrink-0 place-items-center">
        <input
          {...input}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className={cx(
            'peer size-5 appearance-none rounded-mark border border-field-line bg-surface transition-colors',
            'checked:border-brand checked:bg-brand disabled:bg-idle-tint',
          )}
        />
        <svg
          viewBox="0 0 20 20"
          aria-hidden
          className="pointer-events-none absolute size-5 text-on-brand opacity-0 peer-checked:opacity-100 peer-disabled:text-mute"
        >
          <path
            d="m5.5 10.4 3 3 6-6.6"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </span>
      <span>{children}</span>
    </label>
  )
}
