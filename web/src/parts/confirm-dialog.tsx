import { type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { sentenceOf } from './sentence.ts'
import { longestReason, reasonFault } from './reason.ts'
import { TextArea } from '../ui/text-area.tsx'

export type Confirmation = {
  title: string
  /** What it does, in a sentence. */
  description?: ReactNode
  /** What is confirmed: before and after, who is notified. */
  body?: ReactNode
  confirm: string
  busy?: string
  tone?: 'primary' | 'danger'
  /** The label of the reason that is asked for; without it none is. */
  reason?: string
  /** Called with the trimmed reason. What it throws is shown in the dialog, which stays open. */
  act: (reason: string) => Promise<void>
}

type Props = { confirmation: Confirmation | null; onClose: () => void; size?: 'small' | 'medium' | 'large' }

/** The one dialog that asks before something is done. */
export function ConfirmDialog({ confirmation, onClose, size = 'medium' }: Props) {
  // The last one stays while the dialog closes.
  const [shown, setShown] = useState(confirmation)
  if (confirmation !== null && confirmation !== shown) setShown(confirmation)
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const [reasonError, setReasonError] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const form = useId()
  if (shown === null) return null

  async function submit({ act, reason: asked }: Confirmation) {
    const missing = asked === undefined ? null : reasonFault(reason)
    setReasonError(missing)
    if (missing || busy) return
    setBusy(true)
    setFault(null)
    try {
      await act(reason.trim())
      onClose()
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={confirmation !== null}
      onOpenChange={onClose}
      onClosed={() => {
        setReason('')
        setReasonError(null)
        setFault(null)
      }}
      title={shown.title}
      description={shown.description}
      size={size}
      locked={busy}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button
            type="submit"
            form={form}
            variant={shown.tone ?? 'primary'}
            busy={busy}
            {...(shown.busy && { busyLabel: shown.busy })}
          >
            {shown.confirm}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(shown)
        }}
      >
        {shown.body}
        {shown.reason !== undefined && (
          <TextArea
            label={shown.reason}
            maxLength={longestReason}
            value={reason}
            error={reasonError}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        <p role="alert" className={fault ? 'text-table text-bad' : 'sr-only'}>
          {fault}
        </p>
      </form>
    </Dialog>
  )
}
