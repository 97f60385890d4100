import { SecretDialog } from '../../../ui/secret-dialog.tsx'
import { type KeyTerms, NewKeyDialog } from './new-key-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

export type OpenedKey =
  | { kind: 'new' }
  | { kind: 'secret'; secret: string }
  | { kind: 'revoke'; id: string; label: string }

type Props = {
  opened: OpenedKey
  /** Whether keys may propose: of members of a company alone. */
  mayPropose: boolean
  busy: boolean
  onMake: (terms: KeyTerms) => void
  onRevoke: (id: string) => void
  onClose: () => void
}

/** The dialogs of the keys, whose code loads with the first press. */
export function KeyDialogs({ opened, mayPropose, busy, onMake, onRevoke, onClose }: Props) {
  if (opened.kind === 'new') return <NewKeyDialog {...{ mayPropose, busy, onMake, onClose }} />
  if (opened.kind === 'secret')
    return (
      <SecretDialog
        title="Simpan Kunci Ini"
        description="Kunci ini tidak ditampilkan lagi. Siapa pun yang memilikinya dapat membaca data akun Anda."
        what="kunci API"
        secret={opened.secret}
        onClose={onClose}
      />
    )
  return (
    <RevokeDialog label={opened.label} busy={busy} onRevoke={() => onRevoke(opened.id)} onClose={onClose} />
  )
}
