import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { longestFilterText, type PortfolioFilter } from './filter.ts'
import { sortOptions, statusOptions } from './status.ts'

type Props = {
  filter: PortfolioFilter
  onFilter: (change: Partial<PortfolioFilter>) => void
}

/**
 * Filter fields for borrower, loan number, status and order. A selection applies at once, a typed text after a pause.
 */
export function PortfolioFilterFields({ filter, onFilter }: Props) {
  return (
    <>
      <SearchField
        label="Nama Penerima Dana"
        placeholder="Cari nama"
        maxLength={longestFilterText}
        value={filter.name}
        onSearch={(name) => onFilter({ name })}
      />
      <SearchField
        label="Nomor pinjaman"
        placeholder="Cari nomor"
        maxLength={longestFilterText}
        value={filter.loanNumber}
        onSearch={(loanNumber) => onFilter({ loanNumber })}
      />
      <Select
        label="Status"
        value={filter.loanStatus}
        options={statusOptions}
        onChange={(loanStatus) => onFilter({ loanStatus })}
      />
      <Select
        label="Urutkan"
        value={filter.sort}
        options={sortOptions}
        onChange={(sort) => onFilter({ sort })}
      />
    </>
  )
}
