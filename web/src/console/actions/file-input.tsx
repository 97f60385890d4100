import { Upload } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/spinner.tsx'

type Props = {
  id: string
  label: string
  onFile: (file: File) => void
  accept?: string
  busy?: boolean
  isInvalid?: boolean
  describedBy?: string | undefined
}

/** A button that asks for a file, or takes one that is dropped on it. */
export const FileInput = ({ id, label, onFile, accept, busy = false, isInvalid, describedBy }: Props) => (
  <div
    className={cx(
      'relative flex min-h-16 items-center justify-center gap-2.5 rounded-control border border-dashed bg-sunken px-4 text-table font-medium text-brand',
      'focus-within:ring-2 focus-within:ring-brand/25 hover:bg-brand-tint',
      isInvalid ? 'border-bad' : 'border-field-line',
    )}
  >
    {busy ? <Spinner /> : <Upload size={18} aria-hidden />}
    <span>{label}</span>
    <input
      id={id}
      type="file"
      accept={accept}
      disabled={busy}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      className="absolute inset-0 cursor-pointer opacity-0"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        // So that the same file, changed meanwhile, can be chosen again.
        target.value = ''
        if (file) onFile(file)
      }}
    />
  </div>
)
