import { Select } from '../../ui/select.tsx'
import type { PortfolioFilter } from './filter.ts'
import { SearchField } from './search-field.tsx'
import { statusOptions } from './status.ts'

type Props = {
  filter: PortfolioFilter
  onFilter: (change: Partial<PortfolioFilter>) => void
}

/** Borrower, loan number and status. The status applies when chosen, the texts when typing pauses. */
export function PortfolioFilterFields({ filter, onFilter }: Props) {
  return (
    <>
      <SearchField
        label="Nama peminjam"
        placeholder="Cari nama"
        value={filter.name}
        onSearch={(name) => onFilter({ name })}
      />
      <SearchField
        label="Nomor pinjaman"
        placeholder="Cari nomor"
        value={filter.loanNumber}
        onSearch={(loanNumber) => onFilter({ loanNumber })}
      />
      <Select
        label="Status"
        value={filter.loanStatus}
        options={statusOptions}
        onChange={(loanStatus) => onFilter({ loanStatus })}
      />
    </>
  )
}
