import { SearchField } from '../../../../ui/search-field.tsx'
import { longestFilterText } from '../filter.ts'
import type { BorrowerFilter } from './filter.ts'

type Props = {
  filter: BorrowerFilter
  onFilter: (change: Partial<BorrowerFilter>) => void
}

/** The filter field for the borrower's name; a typed name applies after a pause. */
export function BorrowerFilterFields({ filter, onFilter }: Props) {
  return (
    <SearchField
      label="Nama penerima dana"
      placeholder="Cari nama"
      maxLength={longestFilterText}
      value={filter.name}
      onSearch={(name) => onFilter({ name })}
    />
  )
}
