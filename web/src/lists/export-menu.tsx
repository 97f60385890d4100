import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Download } from 'lucide-react'
import { messageOf } from '../api/errors.ts'
import { buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Menu } from '../ui/menu.tsx'
import { addressOf, saveFile } from '../ui/save-file.ts'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast-store.ts'
import { exportName, type ExportFormat } from './export-name.ts'

type Props = {
  /** The name of the export, e.g. 'Portofolio'; the file name starts with it. */
  what: string
  load: (format: ExportFormat) => Promise<Blob>
}

const formats: { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel (XLSX)' },
]

/** Exports a filtered list as CSV or as an Excel workbook. */
export function ExportMenu({ what, load }: Props) {
  const save = useMutation({
    mutationFn: load,
    onSuccess: (bytes, format) => saveFile(addressOf(bytes), exportName(what, format, new Date())),
    onError: (error) => toast.error(messageOf(error)),
  })
  return (
    <Menu
      label={`Unduh ${what}`}
      trigger={
        <>
          {save.isPending ? <Spinner /> : <Download aria-hidden className="size-4" />}
          <span aria-hidden>Unduh</span>
          <ChevronDown aria-hidden className="size-4" />
        </>
      }
      triggerClassName={cx(buttonClass('quiet'), 'px-3!')}
      items={formats.map(({ format, label }) => ({
        label,
        onSelect: () => {
          if (!save.isPending) save.mutate(format)
        },
      }))}
    />
  )
}
