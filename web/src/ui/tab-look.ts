import { cx } from './cx.ts'

/**
 * The classes of a row of tabs, whether they switch panels or are links. The line below is a shadow: a border that the
 * tabs overlap would give the row a scrollbar, where scrollbars are shown.
 */
export const tabStrip =
  'more-fades flex gap-4 overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:none] sm:gap-6'
const tab =
  'relative inline-flex min-h-11 shrink-0 items-center border-b-2 font-medium transition-colors hover:text-ink -outline-offset-2'
export const tabLook = (active: boolean) =>
  cx(tab, active ? 'border-brand text-ink' : 'border-transparent text-mute')
