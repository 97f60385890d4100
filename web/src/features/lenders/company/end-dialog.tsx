import type { CompanyMember } from '@pematang/contract/lenders/company/endpoints'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCompanyChange } from './use-change.ts'

type Props = { member: CompanyMember; how: 'SUSPEND' | 'REMOVE'; onClosed: () => void }

const words = {
  SUSPEND: {
    verb: 'Tangguhkan',
    done: 'ditangguhkan',
    what: 'Sesinya berakhir seketika dan usulannya yang terbuka ditarik. Anggota dapat diaktifkan lagi.',
  },
  REMOVE: {
    verb: 'Keluarkan',
    done: 'dikeluarkan',
    what: 'Sesinya berakhir seketika dan usulannya yang terbuka ditarik. Untuk kembali, anggota harus diundang lagi.',
  },
} as const

/** Asks before a person is suspended or removed, which takes one administrator and works at once. */
export function EndMemberDialog({ member: { memberId, name }, how, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const { verb, done, what } = words[how]
  const end = useCompanyChange({
    action: verb,
    change: () => api('POST /company/members/end', { body: { memberId, how }, quiet: true }),
    done: () => `${name} ${done}`,
    onEnded: () => setOpen(false),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      locked={end.isPending}
      size="small"
      title={`${verb} ${name}?`}
      footer={
        <>
          <Button variant="secondary" disabled={end.isPending} onClick={() => setOpen(false)}>
            Batal
          </Button>
          <Button variant="danger" busy={end.isPending} onClick={() => end.mutate(undefined)}>
            {verb}
          </Button>
        </>
      }
    >
      <p className="text-mute">{what}</p>
      <p role="alert" className={end.fault ? 'mt-4 text-table text-bad' : 'sr-only'}>
        {end.fault}
      </p>
      {end.dialog}
    </Dialog>
  )
}
