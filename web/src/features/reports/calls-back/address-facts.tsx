import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { Answer } from '../../../api/client.ts'
import { chosenGroups, groups } from './groups.ts'

type Shown = NonNullable<Answer<'GET /calls-back'>['callBack']>

/** Where the system is called, for what, and whether it takes the calls. */
export function AddressFacts({ shown }: { shown: Shown }) {
  const { url, types, state, failingSince, formerUntil } = shown
  const names = groups.filter(({ prefix }) => chosenGroups(types).has(prefix)).map(({ label }) => label)
  return (
    <div>
      <p className="font-medium wrap-anywhere">{url}</p>
      <p className="text-table text-mute">{names.join(', ')}</p>
      <p
        className={
          state === 'ACTIVE' && failingSince === null ? 'text-table text-mute' : 'text-table text-warn'
        }
      >
        {stateText(shown)}
      </p>
      {formerUntil !== null && (
        <p className="text-table text-warn">
          Kunci rahasia sebelumnya masih berlaku sampai {formatDateTimeLong(formerUntil)}
        </p>
      )}
    </div>
  )
}

function stateText({ state, failingSince, rungAt }: Shown): string {
  if (state === 'GONE')
    return 'Dihentikan: sistem Anda menjawab bahwa alamat ini sudah tidak ada. Simpan kembali alamatnya.'
  if (state === 'PAUSED')
    return 'Dihentikan: sistem Anda tidak menjawab selama tiga hari. Simpan kembali alamatnya.'
  if (failingSince !== null) return `Belum dijawab sejak ${formatDateTimeLong(failingSince)}, dicoba lagi.`
  return rungAt === null ? 'Belum pernah dipanggil' : `Terakhir dijawab ${formatDateTimeLong(rungAt)}`
}
