import type { LoanCount } from '@pematang/contract/funding/marketplace/choosing'
import { ArrowDownUp } from 'lucide-react'
import { type ReactNode, type RefObject } from 'react'
import { Select } from '../../../../ui/select.tsx'
import type { MarketplaceFilter } from '../filter.ts'
import { sortOptions } from '../filter-words.ts'
import { loanCountText } from '../loan-count.ts'

type Props = {
  /** The number of matching loans; undefined while it is not known. */
  total: LoanCount | undefined
  /** The element that shows the number. */
  totalRef: RefObject<HTMLParagraphElement | null>
  filter: MarketplaceFilter
  onSort: (filter: MarketplaceFilter) => void
  /** An action beside the sort order. */
  aside: ReactNode
}

/** The number of matching loans, and their sort order. */
export const ListBar = ({ total, totalRef, filter, onSort, aside }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <p ref={totalRef} tabIndex={-1} className="figures min-h-5 text-table text-mute outline-none">
      {total && `${loanCountText(total)} pinjaman`}
    </p>
    <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
      <span aria-hidden className="text-table text-mute max-sm:hidden">
        Urutkan
      </span>
      <ArrowDownUp size={18} aria-hidden className="shrink-0 text-mute sm:hidden" />
      <Select
        label="Urutkan"
        hideLabel
        className="min-w-0 max-sm:flex-1 sm:w-60"
        value={filter.sort}
        options={sortOptions}
        onChange={(sort) => onSort({ ...filter, sort })}
      />
      {aside}
    </div>
  </div>
)
