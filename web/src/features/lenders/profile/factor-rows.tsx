import { formatDateTimeLong } from '@pematang/contract/format/date'
import { Fingerprint, KeyRound, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'

type Factors = Answer<'GET /auth/factors'>

type Props = {
  factors: Factors
  busy: boolean
  onEndPasskey: (id: string) => void
  onEndApp: () => void
  onRenewCodes: () => void
}

const icon = { size: 20, 'aria-hidden': true, className: 'shrink-0 text-mute' } as const

/** The factors that a lender has, each with its last use and a button to end it. */
export function FactorRows({ factors, busy, onEndPasskey, onEndApp, onRenewCodes }: Props) {
  const { passkeys, totp, recoveryCodes } = factors
  if (passkeys.length === 0 && !totp)
    return <p className="mt-3 text-table font-medium">Belum aktif. Pilih salah satu cara di bawah ini.</p>
  return (
    <ul className="hairlines mt-2">
      {passkeys.map(({ id, label, usedAt }) => (
        <Row
          key={id}
          icon={<Fingerprint {...icon} />}
          name={label}
          detail={<LastUse at={usedAt} />}
          action="Cabut"
          actionLabel={`Cabut passkey ${label}`}
          busy={busy}
          onAct={() => onEndPasskey(id)}
        />
      ))}
      {totp && (
        <Row
          icon={<Smartphone {...icon} />}
          name="Aplikasi kode"
          detail={<LastUse at={totp.usedAt} />}
          action="Hapus"
          actionLabel="Hapus aplikasi kode"
          busy={busy}
          onAct={onEndApp}
        />
      )}
      <Row
        icon={<KeyRound {...icon} />}
        name="Kode pemulihan"
        detail={`${recoveryCodes} dari 10 kode belum dipakai`}
        action="Buat baru"
        actionLabel="Buat baru kode pemulihan"
        busy={busy}
        onAct={onRenewCodes}
      />
    </ul>
  )
}

const LastUse = ({ at }: { at: string | null }) =>
  at === null ? (
    'Belum pernah dipakai'
  ) : (
    <>
      Terakhir dipakai{' '}
      <time dateTime={at} className="figures">
        {formatDateTimeLong(at)}
      </time>
    </>
  )

type RowProps = {
  icon: ReactNode
  name: string
  detail: ReactNode
  action: string
  actionLabel: string
  busy: boolean
  onAct: () => void
}

const Row = ({ icon: picture, name, detail, action, actionLabel, busy, onAct }: RowProps) => (
  <li className="flex items-center gap-3 py-3">
    {picture}
    <div className="min-w-0 flex-1">
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-table text-mute">{detail}</p>
    </div>
    <Button variant="quiet" className="-mr-3 px-3" aria-label={actionLabel} disabled={busy} onClick={onAct}>
      {action}
    </Button>
  </li>
)
