import { Download } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { RowAction } from '../../../lists/row-action.tsx'
import { addressOf, saveFile } from '../../../ui/save-file.ts'
import { unixRange } from './days.ts'
import type { TransactionFilter } from './filter.ts'
import { savedAs } from './report-name.ts'

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
] as const

/** Exports all rows that match the filter, not only the page that is shown. */
export const ExportActions = ({ filter }: { filter: TransactionFilter }) => (
  <div className="-mr-2 flex items-center gap-1 text-table">
    {formats.map(({ format, label }) => (
      <RowAction
        key={format}
        name={`Unduh ${label} dari transaksi yang ditampilkan`}
        icon={<Download aria-hidden className="size-4" />}
        act={async () => {
          const { page: _, startDate, endDate, ...rest } = filter
          const query = { ...rest, ...unixRange({ startDate, endDate }), format }
          const bytes = await api('GET /transactions/export', { query })
          saveFile(addressOf(bytes), savedAs('Transaksi', new Date(), format))
        }}
      >
        {label}
      </RowAction>
    ))}
  </div>
)
