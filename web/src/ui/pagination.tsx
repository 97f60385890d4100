import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { cx } from './cx.ts'
import { Link } from './link.tsx'
import { pageWindow } from './pagination-window.ts'

type Props = {
  page: number
  totalPage: number
  /** The URL of a page, including the rest of the query. */
  to: (page: number) => To
  label?: string
}

const cell = 'figures inline-grid min-w-11 h-11 place-items-center rounded-control px-1 text-table'

function Step({ to, label, children }: { to: To | null; label: string; children: ReactNode }) {
  return to ? (
    <Link to={to} aria-label={label} title={label} className={cx(cell, 'text-mute hover:bg-idle-tint')}>
      {children}
    </Link>
  ) : (
    <span aria-hidden className={cx(cell, 'text-mute opacity-40')}>
      {children}
    </span>
  )
}

/**
 * The pages of a table as links. Renders nothing for fewer than two pages; a phone shows `3 / 12` instead of numbers.
 */
export function Pagination({ page, totalPage, to, label = 'Halaman' }: Props) {
  if (totalPage < 2) return null
  const slots = pageWindow(page, totalPage)
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-1 sm:justify-end">
      <Step to={page > 1 ? to(page - 1) : null} label="Halaman sebelumnya">
        <ChevronLeft size={18} aria-hidden />
      </Step>
      <span className="figures text-table text-mute sm:hidden">
        {page} / {totalPage}
      </span>
      <ul className="hidden gap-1 sm:flex">
        {slots.map((slot, index) => (
          <li key={slot === 'gap' ? `gap-${index}` : slot}>
            {slot === 'gap' ? (
              <span className={cx(cell, 'min-w-6 text-mute')}>…</span>
            ) : (
              <Link
                to={to(slot)}
                aria-label={`Halaman ${slot}`}
                aria-current={slot === page ? 'page' : undefined}
                className={cx(
                  cell,
                  slot === page ? 'bg-brand font-semibold text-on-brand' : 'hover:bg-idle-tint',
                )}
              >
                {slot}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <Step to={page < totalPage ? to(page + 1) : null} label="Halaman berikutnya">
        <ChevronRight size={18} aria-hidden />
      </Step>
    </nav>
  )
}
