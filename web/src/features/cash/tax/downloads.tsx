import { fileTimestamp } from '@pematang/contract/format/business-date'
import { Download } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { RowAction } from '../../../lists/row-action.tsx'
import { addressOf, saveFile } from '../../../ui/save-file.ts'
import { monthLong } from '../../../ui/month-text.ts'

const formats = [
  { format: 'pdf', label: 'PDF' },
  { format: 'xlsx', label: 'Excel' },
] as const
type Format = (typeof formats)[number]['format']

/** Downloads of a month: its tax statement as a signed PDF, or a workbook with all its installments. */
export const MonthDownloads = ({ period }: { period: string }) => (
  <Downloads
    what={`laporan pajak ${monthLong(period)}`}
    fileName={`Pajak ${period}`}
    load={(format) => api('GET /tax/statement', { query: { period, format } })}
  />
)

/** Download of a year: its summary for the tax return. */
export const YearDownloads = ({ year }: { year: number }) => (
  <Downloads
    what={`ringkasan pajak ${year}`}
    fileName={`Ringkasan Pajak ${year}`}
    load={(format) => api('GET /tax/summary', { query: { year: String(year), format } })}
  />
)

type Props = { what: string; fileName: string; load: (format: Format) => Promise<Blob> }

const Downloads = ({ what, fileName, load }: Props) => (
  <div className="flex items-center gap-1 text-table">
    {formats.map(({ format, label }) => (
      <RowAction
        key={format}
        name={`Unduh ${label} ${what}`}
        icon={<Download aria-hidden className="size-4" />}
        act={async () => {
          const bytes = await load(format)
          saveFile(addressOf(bytes), `${fileName} - ${fileTimestamp(new Date())}.${format}`)
        }}
      >
        {label}
      </RowAction>
    ))}
  </div>
)
