import type { ComponentProps } from 'react'
import { SecretDialog } from '../../../ui/secret-dialog.tsx'
import { AddressDialog } from './address-dialog.tsx'

export type OpenedAddress = { kind: 'address' } | { kind: 'secret'; secret: string }

type Props = ComponentProps<typeof AddressDialog> & { opened: OpenedAddress }

/** The dialogs of the address, whose code loads with the first press. */
export function CallBackDialogs({ opened, onClose, ...address }: Props) {
  if (opened.kind === 'address') return <AddressDialog {...address} onClose={onClose} />
  return (
    <SecretDialog
      title="Simpan Kunci Rahasia Ini"
      description="Kunci rahasia ini tidak ditampilkan lagi. Dengannya sistem Anda memeriksa bahwa panggilan berasal dari kami."
      what="kunci rahasia"
      secret={opened.secret}
      onClose={onClose}
    />
  )
}
