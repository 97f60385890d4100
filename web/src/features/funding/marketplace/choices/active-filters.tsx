import { X } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import type { MarketplaceFilter } from '../filter.ts'
import { activeFilters } from '../filter-words.ts'
import { useLoanTypeName } from '../queries.ts'

type Props = {
  filter: MarketplaceFilter
  /** Called with the filter that remains when one condition is removed. */
  onRemove: (filter: MarketplaceFilter) => void
  onReset: () => void
}

/** The filters that are set, each with a button that removes it, and a button that removes all. */
export function ActiveFilters({ filter, onRemove, onReset }: Props) {
  const shown = activeFilters(filter, useLoanTypeName())
  if (shown.length === 0) return null
  return (
    <ul aria-label="Filter yang dipakai" className="flex flex-wrap items-center gap-2">
      {shown.map(({ key, text, without }) => (
        <li key={key} className="min-w-0">
          <button
            type="button"
            className="flex min-h-8 max-w-full items-center gap-1 rounded-full bg-brand-tint pr-2 pl-3 text-table font-medium text-brand hover:brightness-97 dark:hover:brightness-125"
            onClick={() => onRemove({ ...filter, ...without })}
          >
            <span className="sr-only">Hapus filter </span>
            <span className="truncate">{text}</span>
            <X size={16} aria-hidden className="shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" className="min-h-8! px-3! text-table" onClick={onReset}>
          Reset filter
        </Button>
      </li>
    </ul>
  )
}
