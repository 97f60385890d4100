import { SearchField } from '../../../ui/search-field.tsx'
import { longestFilterText } from '../filter.ts'
import type { BorrowerFilter } from './filter.ts'

type Props = {
  filter: BorrowerFilter
  onFilter: (change: Partial<BorrowerFilter>) => void
}

/** The borrower's name; applies when typing pauses. */
export function BorrowerFilterFields({ filter, onFilter }: Props) {
  return (
    <SearchField
      label="Nama peminjam"
      placeholder="Cari nama"
      maxLength={longestFilterText}
      value={filter.name}
      onSearch={(name) => onFilter({ name })}
    />
  )
}
