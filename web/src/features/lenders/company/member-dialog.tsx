import type { CompanyMember } from '@pematang/contract/lenders/company/endpoints'
import { useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type Rights, RoleFields, rolesFault } from './role-fields.tsx'
import { useCompanyChange } from './use-change.ts'

type Props = { member: CompanyMember; onClosed: () => void }

/** The roles of a person; who was suspended may log in again with them. */
export function MemberDialog({ member, onClosed }: Props) {
  const { memberId, name, state } = member
  const [open, setOpen] = useState(true)
  const [rights, setRights] = useState<Rights>(member)
  const id = useId()
  const isBack = state === 'SUSPENDED'
  const change = useCompanyChange({
    action: 'Simpan peran',
    change: ({ roles, isSignatory }: Rights) =>
      api('POST /company/members/change', {
        body: { memberId, roles: [...roles], isSignatory },
        quiet: true,
        proposal: 'new',
      }),
    done: () => (isBack ? `${name} dapat masuk lagi` : `Peran ${name} disimpan`),
    onEnded: () => setOpen(false),
  })
  const fault = rolesFault(rights)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      locked={change.isPending}
      size="small"
      title={isBack ? `Aktifkan ${name}` : `Peran ${name}`}
      description={isBack ? 'Dengan peran ini anggota dapat masuk lagi.' : undefined}
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={() => setOpen(false)}>
            Batal
          </Button>
          <Button type="submit" form={id} disabled={fault !== null} busy={change.isPending}>
            {isBack ? 'Aktifkan' : 'Simpan peran'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(rights)
        }}
      >
        <RoleFields
          value={rights}
          error={fault}
          onChange={(next) => {
            change.reset()
            setRights(next)
          }}
        />
        <p role="alert" className={change.fault ? 'text-table text-bad' : 'sr-only'}>
          {change.fault}
        </p>
      </form>
      {change.dialog}
    </Dialog>
  )
}
