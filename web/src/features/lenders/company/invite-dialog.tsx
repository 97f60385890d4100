import { invitationHours } from '@pematang/contract/lenders/company/rules'
import { nationalNumber, phonePattern, phoneSentence } from '@pematang/contract/phone'
import { useId, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/choice-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type Rights, RoleFields, rolesFault } from './role-fields.tsx'
import { useCompanyChange } from './use-change.ts'

type Draft = Rights & { name: string; phoneNumber: string; email: string; by: 'SMS' | 'EMAIL' }
type Faults = { name: string | null; phoneNumber: string | null; email: string | null; roles: string | null }

const empty: Draft = {
  name: '',
  phoneNumber: '',
  email: '',
  roles: ['VIEWER'],
  isSignatory: false,
  by: 'EMAIL',
}
const ways = [
  { value: 'EMAIL', label: 'Email' },
  { value: 'SMS', label: 'SMS' },
] as const

const faultsOf = (draft: Draft): Faults => ({
  name: draft.name.trim() === '' ? 'Tulis nama anggota.' : null,
  phoneNumber: phonePattern.test(nationalNumber(draft.phoneNumber)) ? null : phoneSentence,
  email: draft.email.includes('@') ? null : 'Format alamat email salah.',
  roles: rolesFault(draft),
})

type Props = {
  /** Who was invited before and gets another link; null for a new person. */
  again: ({ name: string; phone: string; email: string } & Rights) | null
  onClosed: () => void
}

/** Invites a person to the company; who has not come yet gets another link. */
export function InviteDialog({ again, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const [draft, setDraft] = useState<Draft>(again ? { ...empty, ...again, phoneNumber: again.phone } : empty)
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const invite = useCompanyChange({
    action: 'Kirim undangan',
    change: ({ roles, ...body }: Draft) =>
      api('POST /company/members', { body: { ...body, roles: [...roles] }, quiet: true, proposal: 'new' }),
    done: ({ name }) => `Undangan untuk ${name} dikirim`,
    onEnded: () => setOpen(false),
  })
  const faults = faultsOf(draft)
  const shown = (field: keyof Faults) => (asked ? faults[field] : null)
  const change = (part: Partial<Draft>) => {
    invite.reset()
    setDraft({ ...draft, ...part })
  }
  function submit() {
    setAsked(true)
    // Focuses the first field with an error, once it is rendered.
    if (Object.values(faults).some((fault) => fault !== null))
      return void setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    invite.mutate({
      ...draft,
      name: draft.name.trim(),
      email: draft.email.trim(),
      phoneNumber: nationalNumber(draft.phoneNumber),
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      locked={invite.isPending}
      title={again ? `Undang ${again.name} kembali` : 'Undang anggota'}
      description={`Tautan undangan berlaku satu kali, selama ${invitationHours} jam.`}
      footer={
        <>
          <Button variant="secondary" disabled={invite.isPending} onClick={() => setOpen(false)}>
            Batal
          </Button>
          <Button type="submit" form={id} busy={invite.isPending}>
            Kirim undangan
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <PersonFields draft={draft} shown={shown} isKnown={again !== null} onChange={change} />
        <RoleFields value={draft} error={shown('roles')} onChange={change} />
        <ChoiceField
          label="Kirim tautan lewat"
          value={draft.by}
          options={ways}
          onChange={(by) => change({ by: by === 'SMS' ? 'SMS' : 'EMAIL' })}
        />
        <p role="alert" className={invite.fault ? 'text-table text-bad' : 'sr-only'}>
          {invite.fault}
        </p>
      </form>
      {invite.dialog}
    </Dialog>
  )
}

type FieldsProps = {
  draft: Draft
  shown: (field: keyof Faults) => string | null
  /** True for the phone of who was invited before, which cannot be another. */
  isKnown: boolean
  onChange: (part: Partial<Draft>) => void
}

const PersonFields = ({ draft, shown, isKnown, onChange }: FieldsProps) => (
  <>
    <TextField
      label="Nama"
      autoComplete="off"
      maxLength={100}
      value={draft.name}
      error={shown('name')}
      onChange={({ target }) => onChange({ name: target.value })}
    />
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Nomor Handphone"
        prefix="+62"
        type="tel"
        inputMode="numeric"
        autoComplete="off"
        readOnly={isKnown}
        value={draft.phoneNumber}
        error={shown('phoneNumber')}
        onChange={({ target }) => onChange({ phoneNumber: target.value })}
        onBlur={() => onChange({ phoneNumber: nationalNumber(draft.phoneNumber) })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={200}
        value={draft.email}
        error={shown('email')}
        onChange={({ target }) => onChange({ email: target.value })}
      />
    </div>
  </>
)
