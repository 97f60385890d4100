import { formatDateTimeLong } from '@pematang/contract/format/date'
import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'

type Try = Answer<'GET /calls-back/tries'>['list'][number]

const faults: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'alamat menuju jaringan pribadi',
  NAME_UNKNOWN: 'nama alamat tidak dikenal',
  CERTIFICATE: 'sertifikat tidak sah',
  TIMEOUT: 'tidak dijawab dalam 15 detik',
  ANSWER_TOO_LONG: 'jawaban lebih dari 64 kB',
  ANSWER_INVALID: 'jawaban bukan HTTP',
  REDIRECT: 'jawaban mengalihkan ke alamat lain',
  CONNECTION: 'koneksi gagal',
}

const outcomeOf = ({ status, fault }: Try): string =>
  [status, fault === null ? null : (faults[fault] ?? fault)].filter((one) => one !== null).join(' · ')

/** The last calls; they are read again while the screen is open. */
export function Tries({ canRing, onAgain }: { canRing: boolean; onAgain: (eventNo: number) => void }) {
  const tries = useQuery({
    queryKey: ['calls-back', 'tries'],
    queryFn: ({ signal }) => api('GET /calls-back/tries', { signal, quiet: true }),
    staleTime: 0,
  })
  if (!tries.data || tries.data.list.length === 0) return null
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="flex items-center justify-between">
        <h3 className="font-medium">Panggilan terakhir</h3>
        <Button
          variant="quiet"
          className="px-3"
          disabled={tries.isFetching}
          onClick={() => void tries.refetch()}
        >
          Muat ulang
        </Button>
      </div>
      <ul className="hairlines mt-1">
        {tries.data.list.map((one) => (
          <li
            key={`${one.at} ${one.eventNo}`}
            className="flex flex-wrap items-center gap-x-3 py-2 text-table"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p>
                <code>{one.type}</code>{' '}
                <span className="figures text-mute">{formatDateTimeLong(one.at)}</span>
              </p>
              <p className="figures text-mute">
                {outcomeOf(one)} · {one.milliseconds} ms
              </p>
            </div>
            {one.eventNo !== null && (
              <Again eventNo={one.eventNo} type={one.type} canRing={canRing} onAgain={onAgain} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

type AgainProps = { eventNo: number; type: string; canRing: boolean; onAgain: (eventNo: number) => void }

const Again = ({ eventNo, type, canRing, onAgain }: AgainProps) => (
  <Button
    variant="quiet"
    className="-mr-3 px-3"
    aria-label={`Kirim ulang ${type} nomor ${eventNo}`}
    disabled={!canRing}
    onClick={() => onAgain(eventNo)}
  >
    Kirim ulang
  </Button>
)
