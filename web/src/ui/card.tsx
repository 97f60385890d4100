import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** A white sheet with a soft shadow. Inside it, hairlines divide; boxes in boxes do not. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('rounded-card bg-surface shadow-card', className)} />
}
