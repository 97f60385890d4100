import { businessDateOf } from '@pematang/contract/format/business-date'
import { useState } from 'react'
import { serverNow } from '../../../api/server-time.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { DayField } from './day-field.tsx'
import { longestReference, movedSentence, type TransactionFilter, withDays } from './filter.ts'
import { periodOf, periodOptions, rangeOf } from './range.ts'
import { statusOptions, typeOptions } from './words.ts'

type Props = {
  filter: TransactionFilter
  onFilter: (change: Partial<TransactionFilter>) => void
}

/** Filters by number, type, status and days. A selection applies at once, a typed text after a pause. */
export function TransactionFilterFields({ filter, onFilter }: Props) {
  const [today] = useState(() => businessDateOf(serverNow()))
  function setDay(change: { startDate: string } | { endDate: string }) {
    const moved = movedSentence(filter, change)
    if (moved) toast.warning(moved)
    onFilter(withDays(filter, change))
  }
  return (
    <>
      <SearchField
        label="Nomor referensi"
        placeholder="Cari nomor"
        maxLength={longestReference}
        value={filter.reference}
        onSearch={(reference) => onFilter({ reference })}
      />
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
      <Select
        label="Periode"
        value={periodOf(filter, today)}
        options={periodOptions}
        onChange={(period) => {
          const range = rangeOf(period, today)
          if (range) onFilter(range)
        }}
      />
      <DayField label="Dari tanggal" value={filter.startDate} onDay={(startDate) => setDay({ startDate })} />
      <DayField label="Sampai tanggal" value={filter.endDate} onDay={(endDate) => setDay({ endDate })} />
    </>
  )
}
