import { useRef, useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { useActing, useOnWaiting } from '../../../company/acting.ts'
import { type Decision, Waiting } from '../../../company/proposed.ts'
import { useIsProposed } from '../../../company/use-company.ts'
import { PasswordForm } from '../../../session/password-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useCast, type Vote } from './queries.ts'
import { choiceText } from './words.ts'

const form = 'suara-kata-sandi'

/** Asks for the password, and casts the vote, proposes it in a company, or decides on it. */
export function CastDialog({
  vote,
  agrees,
  decision,
  onClosed,
}: {
  vote: Vote
  agrees: boolean
  decision?: Pick<Decision, 'number'>
  onClosed: () => void
}) {
  const [open, setOpen] = useState(true)
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const cast = useCast(vote.id, useActing(decision))
  const isProposed = useIsProposed('FUNDING')(vote.weight) && !decision
  const onWaiting = useOnWaiting()

  function submit() {
    if (password === '') return setRefused('Kata sandi wajib diisi')
    cast.mutate(
      { agrees, password },
      {
        onSuccess: () => {
          toast.success(`Suara Anda dicatat: ${choiceText(agrees)}`)
          setOpen(false)
        },
        onError: (error) => {
          if (error instanceof Waiting) {
            setOpen(false)
            return onWaiting(error)
          }
          setRefused(messageOf(error))
          field.current?.focus()
        },
      },
    )
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      locked={cast.isPending}
      size="small"
      title={`${choiceText(agrees)} dengan ketentuan baru?`}
      description={`Pinjaman ${vote.loanNumber}. Masukkan kata sandi untuk ${
        isProposed ? 'mengajukan suara ini kepada rekan Anda' : 'memberikan suara'
      }.`}
      footer={
        <Button
          type="submit"
          form={form}
          busy={cast.isPending}
          busyLabel={isProposed ? 'Mengajukan…' : 'Mencatat…'}
        >
          {isProposed ? 'Ajukan' : decision ? 'Setujui dan kirim' : 'Kirim'}: {choiceText(agrees)}
        </Button>
      }
    >
      <PasswordForm
        formId={form}
        fieldRef={field}
        value={password}
        error={refused}
        onChange={(typed) => {
          setRefused(null)
          setPassword(typed)
        }}
        onSubmit={submit}
      />
    </Dialog>
  )
}
