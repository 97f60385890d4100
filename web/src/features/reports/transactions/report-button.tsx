import { Download } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { RowAction } from '../../../lists/row-action.tsx'
import { addressOf, saveFile } from '../../../ui/save-file.ts'
import { reportName } from './report-name.ts'

export const ReportButton = ({ bulkFundingNumber }: { bulkFundingNumber: string }) => (
  <RowAction
    name={`Unduh laporan CSV ${bulkFundingNumber}`}
    icon={<Download aria-hidden className="size-4" />}
    className="-mx-2 @max-[52rem]:-my-3"
    act={async () => {
      const bytes = await api('GET /transactions/report', { query: { bulkFundingNumber } })
      saveFile(addressOf(bytes), reportName(bulkFundingNumber, new Date()))
    }}
  >
    Laporan CSV
  </RowAction>
)
