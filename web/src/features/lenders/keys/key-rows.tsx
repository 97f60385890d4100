import { formatDateLong, formatDateTimeLong } from '@pematang/contract/format/date'
import { KeyRound } from 'lucide-react'
import type { Answer } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'

export type Key = Answer<'GET /keys'>['list'][number]

type Props = {
  keys: readonly Key[]
  busy: boolean
  onRotate: (id: string) => void
  onRevoke: (key: Key) => void
}

/** The keys that were not revoked, each with its limits and its last use. */
export function KeyRows({ keys, ...rest }: Props) {
  if (keys.length === 0) return <p className="mt-3 text-table font-medium">Belum ada kunci.</p>
  return (
    <ul className="hairlines mt-2">
      {keys.map((key) => (
        <Row key={key.id} shown={key} {...rest} />
      ))}
    </ul>
  )
}

const days = (day: string) => formatDateLong(new Date(`${day}T00:00:00+07:00`))

/** What a key may do, until when and from where it works. */
function limitsOf({ right, lastDay, isPastLastDay, networks }: Key): string {
  const until =
    lastDay === null
      ? 'Berlaku sampai dicabut'
      : `${isPastLastDay ? 'Berakhir' : 'Berlaku sampai'} ${days(lastDay)}`
  const what = right === 'PROPOSE' ? 'Membaca dan mengajukan usulan' : 'Membaca'
  return `${what} · ${until} · ${networks.length === 0 ? 'dari semua jaringan' : `dari ${networks.join(', ')}`}`
}

function Row({ shown, busy, onRotate, onRevoke }: { shown: Key } & Omit<Props, 'keys'>) {
  const { id, label, usedAt, formerUntil, isPastLastDay } = shown
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <KeyRound size={20} aria-hidden className="shrink-0 text-mute" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{label}</p>
        <p className="text-table text-mute wrap-anywhere">{limitsOf(shown)}</p>
        <p className="text-table text-mute">
          {usedAt === null ? (
            'Belum pernah dipakai'
          ) : (
            <>
              Terakhir dipakai <Time at={usedAt} />
            </>
          )}
        </p>
        {formerUntil !== null && (
          <p className="text-table text-warn">
            Kunci sebelumnya masih berlaku sampai <Time at={formerUntil} />
          </p>
        )}
      </div>
      <div className="-mr-3 flex">
        {!isPastLastDay && (
          <Button
            variant="quiet"
            className="px-3"
            aria-label={`Ganti kunci ${label}`}
            disabled={busy}
            onClick={() => onRotate(id)}
          >
            Ganti
          </Button>
        )}
        <Button
          variant="quiet"
          className="px-3"
          aria-label={`Cabut kunci ${label}`}
          disabled={busy}
          onClick={() => onRevoke(shown)}
        >
          Cabut
        </Button>
      </div>
    </li>
  )
}

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} className="figures">
    {formatDateTimeLong(at)}
  </time>
)
