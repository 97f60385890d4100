import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:enabled:bg-brand-strong',
  secondary: 'border border-field-line bg-surface text-ink hover:enabled:bg-sunken',
  quiet: 'text-brand hover:enabled:bg-brand-tint',
  danger: 'bg-bad-tint text-bad hover:enabled:brightness-95 dark:hover:enabled:brightness-125',
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (variant: ButtonVariant = 'primary', wide = false) =>
  cx(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-5 font-semibold whitespace-nowrap',
    'transition-colors duration-150 select-none disabled:opacity-45',
    looks[variant],
    wide && 'w-full',
  )

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  variant?: ButtonVariant
  /** True while the action runs: the button shows a spinner, keeps its width, and cannot be pressed again. */
  busy?: boolean
  /** The label while the action runs; without it the normal label stays. */
  busyLabel?: string
  wide?: boolean
  icon?: ReactNode
  children: ReactNode
}

export function Button({
  variant,
  busy = false,
  busyLabel,
  wide,
  icon,
  className,
  children,
  ...rest
}: Props) {
  return (
    <button
      // React would reuse the element for another step's button: the click that led there would submit its form.
      key={rest.type}
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass(variant, wide), className)}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}
