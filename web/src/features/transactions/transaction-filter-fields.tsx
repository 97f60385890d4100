import { Select } from '../../ui/select.tsx'
import { DayField } from './day-field.tsx'
import { type TransactionFilter, withDays } from './filter.ts'
import { statusOptions, typeOptions } from './words.ts'

type Props = {
  filter: TransactionFilter
  onFilter: (change: Partial<TransactionFilter>) => void
}

/** Type, status and a range of days; each applies as soon as it is chosen. */
export function TransactionFilterFields({ filter, onFilter }: Props) {
  return (
    <>
      <Select
        label="Jenis transaksi"
        value={filter.type}
        options={typeOptions}
        onChange={(type) => onFilter({ type })}
      />
      <Select
        label="Status"
        value={filter.status}
        options={statusOptions}
        onChange={(status) => onFilter({ status })}
      />
      <DayField
        label="Dari tanggal"
        value={filter.startDate}
        onDay={(startDate) => onFilter(withDays(filter, { startDate }))}
      />
      <DayField
        label="Sampai tanggal"
        value={filter.endDate}
        onDay={(endDate) => onFilter(withDays(filter, { endDate }))}
      />
    </>
  )
}
