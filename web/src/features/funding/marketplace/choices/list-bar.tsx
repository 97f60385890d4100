import type { LoanCount } from '@pematang/contract/funding/marketplace/choosing'
import { LayoutGrid, Rows3 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Select } from '../../../../ui/select.tsx'
import type { MarketplaceFilter } from '../filter.ts'
import { sortOptions } from '../filter-words.ts'
import type { ListView, useListView } from '../list-view.ts'
import { loanCountText } from '../loan-count.ts'

type Props = {
  /** The fields of the filter. */
  filters: ReactNode
  /** The number of matching loans; undefined while it is not known. */
  total: LoanCount | undefined
  /** The element that shows the number. */
  totalRef: RefObject<HTMLParagraphElement | null>
  filter: MarketplaceFilter
  onSort: (filter: MarketplaceFilter) => void
  /** An action beside the sort order. */
  aside: ReactNode
  list: ReturnType<typeof useListView>
}

/** Everything that chooses and orders the loans in one row, with their number. */
export const ListBar = ({ filters, total, totalRef, filter, onSort, aside, list }: Props) => (
  <div className="flex flex-wrap items-center gap-2 sm:gap-x-3">
    {filters}
    <p
      ref={totalRef}
      tabIndex={-1}
      className="figures min-h-5 text-table text-mute outline-none max-lg:order-last max-lg:w-full lg:mr-auto"
    >
      {total && `${loanCountText(total)} pinjaman`}
    </p>
    <Select
      label="Urutkan"
      hideLabel
      className="min-w-26 flex-1 max-[22rem]:order-last max-[22rem]:basis-full sm:min-w-40 lg:max-w-52"
      value={filter.sort}
      options={sortOptions}
      onChange={(sort) => onSort({ ...filter, sort })}
    />
    {aside}
    {list.choose && <ViewChoice view={list.view} onChoose={list.choose} />}
  </div>
)

const views = [
  { view: 'table', label: 'Tampilkan sebagai tabel', Icon: Rows3 },
  { view: 'cards', label: 'Tampilkan sebagai kartu', Icon: LayoutGrid },
] as const

const ViewChoice = ({ view: chosen, onChoose }: { view: ListView; onChoose: (view: ListView) => void }) => (
  <div role="group" aria-label="Tampilan daftar" className="flex">
    {views.map(({ view, label, Icon }) => (
      <IconButton
        key={view}
        label={label}
        aria-pressed={view === chosen}
        className={cx(view === chosen && 'bg-brand-tint text-brand!')}
        onClick={() => onChoose(view)}
      >
        <Icon size={20} aria-hidden />
      </IconButton>
    ))}
  </div>
)
