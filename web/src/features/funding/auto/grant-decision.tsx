import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Decision } from '../../../company/proposed.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { PasswordStep, ReadStep } from './grant-dialog.tsx'
import { readMandate } from './mandate-queries.ts'

type Props = {
  decision: Decision
  /** The text of the proposed version. */
  document: { title: string; filepath: string }
  onClosed: () => void
}

/** Decides on a proposed mandate: its text is read, then the password grants it. */
export function GrantDecision({ decision, document: { title, filepath }, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const [isRead, setRead] = useState(false)
  const file = useQuery({
    queryKey: ['mandate', 'text', filepath],
    queryFn: () => readMandate(filepath),
    gcTime: 0,
  })
  const frame = { open, onOpenChange: setOpen, onClosed }
  const leave = () => setOpen(false)
  if (!file.data)
    return (
      <Dialog {...frame} size="large" title="Baca naskah kuasa">
        {file.isError ? (
          <LoadFailure query={file} />
        ) : (
          <Loading label="Memuat naskah kuasa…">
            <Skeleton className="h-72 w-full" />
          </Loading>
        )}
      </Dialog>
    )
  const prepared = { prepared: { number: title }, file: file.data }
  return isRead ? (
    <PasswordStep
      frame={frame}
      prepared={{ version: Number(decision.body.version) }}
      decision={decision}
      onBack={() => setRead(false)}
      onGranted={leave}
      onOutdated={leave}
    />
  ) : (
    <ReadStep frame={frame} prepared={prepared} back="Batal" onBack={leave} onRead={() => setRead(true)} />
  )
}
