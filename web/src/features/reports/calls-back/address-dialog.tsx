import { type SubmitEvent, useRef, useState } from 'react'
import type { Answer, CallOptions } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { chosenGroups, groups, typesOf } from './groups.ts'

const formId = 'alamat-panggilan-balik'

type Props = {
  before: Answer<'GET /calls-back'>['callBack']
  busy: boolean
  onSave: (body: CallOptions<'PUT /calls-back'>['body']) => void
  onClose: () => void
}

/** The address, and what it is called for. */
export function AddressDialog({ before, busy, onSave, onClose }: Props) {
  const [url, setUrl] = useState(before?.url ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    before ? chosenGroups(before.types) : new Set(groups.map(({ prefix }) => prefix)),
  )
  const [isAsked, setAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isMissing = url.trim() === ''

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    if (isMissing) field.current?.focus()
    else if (chosen.size > 0) onSave({ url: url.trim(), types: typesOf(chosen) })
  }

  function choose(prefix: string, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(prefix)
    else next.delete(prefix)
    setChosen(next)
  }

  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      locked={busy}
      size="small"
      title="Alamat Panggilan Balik"
      description="Sistem Anda dipanggil di alamat ini untuk peristiwa mulai sekarang."
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            Simpan
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 pt-1">
        <TextField
          ref={field}
          label="Alamat https"
          inputMode="url"
          placeholder="https://sistem.perusahaan.co.id/pematang"
          maxLength={500}
          value={url}
          error={isAsked && isMissing ? 'Tulis alamat https sistem Anda.' : null}
          onChange={({ target }) => setUrl(target.value)}
        />
        <fieldset>
          <legend className="text-table font-medium">Peristiwa</legend>
          {groups.map(({ prefix, label }) => (
            <Checkbox key={prefix} checked={chosen.has(prefix)} onChange={(is) => choose(prefix, is)}>
              {label}
            </Checkbox>
          ))}
          {isAsked && chosen.size === 0 && (
            <p role="alert" className="text-table text-warn">
              Pilih paling sedikit satu peristiwa.
            </p>
          )}
        </fieldset>
      </form>
    </Dialog>
  )
}
