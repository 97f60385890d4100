import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { type ReactNode, useRef } from 'react'
import { ActiveFilters } from './choices/active-filters.tsx'
import { ListBar } from './choices/list-bar.tsx'
import { type MarketplaceFilter, noFilter } from './filter.ts'
import { FilterForm } from './filter-form.tsx'
import { LoanList } from './loan-list.tsx'
import { useMarketplaceLoans } from './queries.ts'

type Props = {
  filter: MarketplaceFilter
  /** Called with the new filter whenever the lender changes a filter or the sort order. */
  onFilter: (filter: MarketplaceFilter) => void
  onFund: (loan: MarketplaceLoan) => void
  /** Renders a control of each card beside its button; `describedBy` is the id of the card's heading. */
  renderChoice: (loan: MarketplaceLoan, describedBy: string) => ReactNode
  /** An action beside the sort order. */
  aside: ReactNode
}

/** The loans that are open for funding, with all filters and sort orders. */
export function LoanOffers({ filter, onFilter, onFund, renderChoice, aside }: Props) {
  const query = useMarketplaceLoans(filter)
  const totalRef = useRef<HTMLParagraphElement>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-5">
      <FilterForm filter={filter} onSubmit={onFilter} focusNext={totalRef} />
      <ActiveFilters
        filter={filter}
        onRemove={(next) => {
          onFilter(next)
          // Moves the focus, because the pressed button disappears together with its filter.
          totalRef.current?.focus()
        }}
      />
      <ListBar
        total={query.data?.total}
        totalRef={totalRef}
        filter={filter}
        onSort={onFilter}
        aside={aside}
      />
      <LoanList
        query={query}
        filter={filter}
        onResetFilter={() => onFilter({ ...noFilter, sort: filter.sort })}
        onFund={onFund}
        renderChoice={renderChoice}
      />
    </div>
  )
}
