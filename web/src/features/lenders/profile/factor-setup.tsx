import type { WithPassword } from '../../../session/password-consent.tsx'
import { AppDialog } from './app-dialog.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'

/** What is set up; the recovery codes are shown after the first factor. */
export type Setup =
  | { kind: 'passkey' }
  | { kind: 'totp'; offer: { secret: string; uri: string } }
  | { kind: 'codes'; codes: string[] }

type Props = {
  setup: Setup
  withProof: WithPassword
  onNext: (next: Setup | null) => void
  onChanged: () => void
}

/** The dialogs in which a lender sets up a second factor. */
export function FactorSetup({ setup, withProof, onNext, onChanged }: Props) {
  function added({ recoveryCodes: codes }: { recoveryCodes: string[] | null }) {
    onChanged()
    onNext(codes === null ? null : { kind: 'codes', codes })
  }
  const onClose = () => onNext(null)
  if (setup.kind === 'codes') return <CodesDialog codes={setup.codes} onClose={onClose} />
  if (setup.kind === 'totp') return <AppDialog offer={setup.offer} onAdded={added} onClose={onClose} />
  return <PasskeyDialog withProof={withProof} onAdded={added} onClose={onClose} />
}
