import { SearchField } from '../../../../ui/search-field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { longestFilterText } from '../filter.ts'
import { type BorrowerFilter, sortOptions } from './filter.ts'

type Props = {
  filter: BorrowerFilter
  onFilter: (change: Partial<BorrowerFilter>) => void
}

/** The borrower's name, which applies after a pause, and the order. */
export function BorrowerFilterFields({ filter, onFilter }: Props) {
  return (
    <>
      <SearchField
        label="Nama Penerima Dana"
        placeholder="Cari nama"
        maxLength={longestFilterText}
        value={filter.name}
        onSearch={(name) => onFilter({ name })}
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
