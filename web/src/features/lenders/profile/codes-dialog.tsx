import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { addressOf, saveFile } from '../../../ui/save-file.ts'

/** Shows recovery codes, once. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  const text = codes.join('\n')
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      // A press outside must not take away what is shown only once.
      locked
      size="small"
      title="Simpan Kode Pemulihan"
      description="Dengan salah satu kode ini Anda dapat masuk bila perangkat Anda hilang. Kode ini tidak ditampilkan lagi."
      initialFocus={done}
      footer={
        <Button ref={done} onClick={onClose}>
          Saya sudah menyimpannya
        </Button>
      }
    >
      <ol className="grid gap-1 rounded-control bg-sunken p-4" aria-label="Kode pemulihan">
        {codes.map((code) => (
          <li key={code} className="figures text-table font-semibold">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={text} what="kode pemulihan" />
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(addressOf(new Blob([`${text}\n`], { type: 'text/plain' })), 'kode-pemulihan.txt')
          }
        >
          Unduh
        </Button>
      </div>
    </Dialog>
  )
}
