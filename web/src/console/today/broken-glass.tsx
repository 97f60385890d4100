import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { toast } from '../../ui/toast-store.ts'
import { call } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { ConfirmDialog, type Confirmation } from '../parts/confirm-dialog.tsx'
import { Notice } from '../parts/notice.tsx'
import { momentText } from '../parts/texts.ts'
import { trailPath } from '../paths.ts'

/** Runs without the second pair that a rule asks for, on the first screen until another person has looked. */
export function BrokenGlass() {
  const runs = useCall('GET /break-glass').data?.runs ?? []
  const cache = useQueryClient()
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const ask = ({ number, operator, reason, at }: (typeof runs)[number]) =>
    setConfirmation({
      title: `Nyatakan perintah ${number} sudah ditinjau?`,
      description: `Dijalankan ${operator} tanpa persetujuan pada ${momentText(at)}: ${reason}`,
      body: (
        <p className="text-table text-mute">
          Nama Anda dicatat sebagai peninjau. Bila ada yang tidak wajar, batalkan dahulu akibatnya.
        </p>
      ),
      confirm: 'Sudah saya tinjau',
      async act() {
        await call('POST /break-glass/look', { body: { number } })
        await cache.invalidateQueries()
        toast.success(`Perintah ${number} ditinjau.`)
      },
    })
  return (
    <>
      {runs.map((run) => (
        <Notice
          key={run.number}
          tone="bad"
          action={
            <span className="flex flex-wrap items-center gap-2">
              <Link
                to={trailPath({ operation: 'breakGlass' })}
                className="inline-flex min-h-9 items-center px-2 font-semibold hover:underline"
              >
                Jejaknya
              </Link>
              {run.mayLook && (
                <Button variant="secondary" className="min-h-9! px-3! text-table" onClick={() => ask(run)}>
                  Tinjau
                </Button>
              )}
            </span>
          }
        >
          <p className="font-semibold">{`Perintah ${run.number} dijalankan tanpa persetujuan orang kedua`}</p>
          <p className="wrap-anywhere">{`${run.operator}, ${momentText(run.at)}: ${run.reason}`}</p>
        </Notice>
      ))}
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}
