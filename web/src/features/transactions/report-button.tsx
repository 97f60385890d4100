import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast-store.ts'
import { reportName } from './report-name.ts'

/** The browser has taken the bytes long before. */
const keepFor = 60_000

/** Saves the CSV report of a bulk funding. */
export function ReportButton({ bulkFundingNumber }: { bulkFundingNumber: string }) {
  const [busy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const bytes = await api('GET /transactions/report', { query: { bulkFundingNumber } })
      const address = URL.createObjectURL(bytes)
      setTimeout(() => URL.revokeObjectURL(address), keepFor)
      saveFile(address, reportName(bulkFundingNumber, new Date()))
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="quiet"
      className="-mx-2 gap-1.5! px-2! text-table @max-[52rem]:-my-3"
      icon={<Download aria-hidden className="size-4" />}
      aria-label={`Unduh laporan CSV ${bulkFundingNumber}`}
      busy={busy}
      onClick={download}
    >
      Laporan CSV
    </Button>
  )
}
