import { type ReactNode, useRef } from 'react'
import { ActiveFilters } from './choices/active-filters.tsx'
import { ListBar } from './choices/list-bar.tsx'
import { useMoreFilters } from './choices/more-filters.tsx'
import { type MarketplaceFilter, noFilter } from './filter.ts'
import { FilterForm } from './filter-form.tsx'
import { LoanList } from './loan-list.tsx'
import type { RowProps } from './loan-table.tsx'
import { useListView } from './list-view.ts'
import { useMarketplaceLoans } from './queries.ts'

type Props = Omit<RowProps, 'now'> & {
  filter: MarketplaceFilter
  /** Called with the new filter whenever the lender changes a filter or the sort order. */
  onFilter: (filter: MarketplaceFilter) => void
  /** An action beside the sort order. */
  aside: ReactNode
}

/** The loans that are open for funding, with all filters and sort orders. */
export function LoanOffers({ filter, onFilter, aside, ...row }: Props) {
  const query = useMarketplaceLoans(filter)
  const list = useListView()
  const totalRef = useRef<HTMLParagraphElement>(null)
  const more = useMoreFilters({ filter, onSubmit: onFilter, focusNext: totalRef })
  const reset = () => onFilter({ ...noFilter, sort: filter.sort })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">
      <ListBar
        filters={<FilterForm filter={filter} onSubmit={onFilter} more={more} />}
        total={query.data?.total}
        totalRef={totalRef}
        filter={filter}
        onSort={onFilter}
        aside={aside}
        list={list}
      />
      {more.opened}
      <ActiveFilters
        filter={filter}
        onRemove={(next) => {
          onFilter(next)
          // Moves the focus, because the pressed button disappears together with its filter.
          totalRef.current?.focus()
        }}
        onReset={() => {
          reset()
          totalRef.current?.focus()
        }}
      />
      <LoanList {...row} query={query} filter={filter} onResetFilter={reset} view={list.view} />
    </div>
  )
}
