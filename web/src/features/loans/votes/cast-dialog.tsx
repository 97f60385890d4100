import { useRef, useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { PasswordForm } from '../../../session/password-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useCast, type Vote } from './queries.ts'
import { choiceText } from './words.ts'

const form = 'suara-kata-sandi'

/** Asks for the password, and casts the vote. */
export function CastDialog({
  vote,
  agrees,
  onClosed,
}: {
  vote: Vote
  agrees: boolean
  onClosed: () => void
}) {
  const [open, setOpen] = useState(true)
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const cast = useCast(vote.id)

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
      description={`Pinjaman ${vote.loanNumber}. Masukkan kata sandi untuk memberikan suara.`}
      footer={
        <Button type="submit" form={form} busy={cast.isPending} busyLabel="Mencatat…">
          Kirim: {choiceText(agrees)}
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
