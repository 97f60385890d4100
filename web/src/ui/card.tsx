import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** A white sheet with a soft shadow. Sections inside it are divided by hairlines, never by nested boxes. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('rounded-card bg-surface shadow-card', className)} />
}
