import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FilterButton } from '../../ui/filter-button.tsx'

type Props = {
  /** The number of filters that are set. */
  active: number
  onReset: () => void
  /** An additional action at the end of the line. */
  aside?: ReactNode
  /** The filter fields, side by side where there is room. */
  children: ReactNode
}

/** The filters of a list in one line; on a phone behind one button with the number of filters that are set. */
export function FilterPanel({ active, onReset, aside, children }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <search aria-label="Filter daftar" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 md:hidden">
        <FilterButton active={active} open={open} controls={id} onClick={() => setOpen(!open)} />
        <span className="-mr-3 ml-auto flex flex-wrap justify-end">
          {active > 0 && (
            <Button variant="quiet" className="px-3!" onClick={onReset}>
              Reset filter
            </Button>
          )}
          {aside}
        </span>
      </div>
      <div
        id={id}
        className={cx(
          'gap-3 md:flex md:flex-wrap md:items-start md:gap-4 md:[&>*:not(button)]:min-w-36 md:[&>*:not(button)]:max-w-62 md:[&>*:not(button)]:flex-1',
          open ? 'max-md:grid max-md:grid-cols-2' : 'max-md:hidden',
        )}
      >
        {children}
        <Button
          variant="quiet"
          className={cx('mt-6.5 px-3! max-md:hidden', active === 0 && 'invisible')}
          onClick={onReset}
        >
          Reset filter
        </Button>
        {aside && (
          <span className="-mr-3 mt-6.5 ml-auto flex min-w-0! flex-none! max-md:hidden">{aside}</span>
        )}
      </div>
    </search>
  )
}
