import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  disabled?: boolean
  name?: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** A switch that applies at once. Pressing its label toggles it too. */
export function Switch({ checked, onChange, children, className, ...input }: Props) {
  return (
    <label className={cx('flex min-h-11 items-center justify-between gap-4', className)}>
      <span className="font-medium">{children}</span>
      <span className="relative inline-flex">
        <input
          {...input}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className={cx(
            'peer h-6 w-11 appearance-none rounded-full border border-field-line bg-idle-tint transition-colors',
            'checked:border-brand checked:bg-brand disabled:opacity-45',
          )}
        />
        <span
          aria-hidden
          className={cx(
            'pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-field-line transition-transform',
            'peer-checked:translate-x-5 peer-checked:bg-on-brand',
          )}
        />
      </span>
    </label>
  )
}
