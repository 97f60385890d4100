import { formatDateTimeLong } from '@pematang/contract/format/date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { type Answer, api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import {
  isPasswordMissing,
  type WithPassword,
  usePasswordConsent,
} from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'

type Session = Answer<'GET /auth/sessions'>['list'][number]
const key = ['sessions']
/** Each message of this action replaces the one before. */
const about = { about: 'sessions' }

/** A mutation that ends one session, or all but this one; the list is refetched whatever the outcome. */
function useEnd(withPassword: WithPassword) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | null) =>
      withPassword<unknown>(() =>
        id === null
          ? api('POST /auth/sessions/end-others')
          : api('POST /auth/sessions/end', { body: { id } }),
      ),
    onSuccess: (_answer, id) =>
      toast.success(id === null ? 'Semua sesi lain telah diakhiri' : 'Sesi telah diakhiri', about),
    onError: (error) => {
      if (!isPasswordMissing(error)) toast.error(messageOf(error), about)
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

/**
 * The lender's active sessions: each browser with its last use, and a button to end it.
 * @param isScreen as a screen of its own; a part of the profile otherwise
 */
export function Sessions({ isScreen = false }: { isScreen?: boolean }) {
  const sessions = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /auth/sessions', { signal, quiet: true }),
    staleTime: 0,
  })
  const password = usePasswordConsent('Akhiri')
  const end = useEnd(password.withPassword)
  const Heading = isScreen ? 'h1' : 'h3'
  const others = sessions.data?.list.filter(({ current }) => !current) ?? []
  return (
    <section aria-labelledby="sesi-aktif" className={isScreen ? '' : 'mt-6 border-t border-line pt-5'}>
      <Heading id="sesi-aktif" className={isScreen ? 'text-h1 font-bold' : 'font-semibold'}>
        Sesi Aktif
      </Heading>
      <p className="mt-0.5 text-table text-mute">
        Perangkat tempat akun Anda sedang masuk. Akhiri sesi yang tidak Anda kenali, lalu ubah kata sandi.
      </p>
      <div className={isScreen ? 'mt-5 rounded-card bg-surface px-5 pt-2 pb-4 shadow-card' : ''}>
        {sessions.isPending && <ComingSessions />}
        {sessions.isError && !sessions.data && <LoadFailure query={sessions} className="mt-3 gap-3" />}
        <ul className="hairlines mt-2">
          {sessions.data?.list.map((session) => (
            <Row
              key={session.id}
              session={session}
              busy={
                end.isPending &&
                (end.variables === session.id || (end.variables === null && !session.current))
              }
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
        {others.length > 1 && (
          <Button
            variant="secondary"
            wide={!isScreen}
            className={isScreen ? 'mt-3 max-sm:w-full' : 'mt-3'}
            busy={end.isPending && end.variables === null}
            onClick={() => end.mutate(null)}
          >
            Akhiri semua sesi lain
          </Button>
        )}
      </div>
      {password.dialog}
    </section>
  )
}

const isHandheld = (device: string) => /iPhone|iPad|Android/.test(device)

function Row({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const Icon = isHandheld(session.device) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon size={20} aria-hidden className="shrink-0 text-mute" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{session.device}</p>
        {session.current ? (
          <p className="text-table font-medium text-ok">Perangkat ini</p>
        ) : (
          <p className="text-table text-mute">
            Terakhir dipakai{' '}
            <time dateTime={session.lastUsed} className="figures">
              {formatDateTimeLong(session.lastUsed)}
            </time>
          </p>
        )}
      </div>
      {!session.current && (
        <Button
          variant="quiet"
          className="-mr-3 px-3"
          busy={busy}
          aria-label={`Akhiri sesi ${session.device}`}
          onClick={onEnd}
        >
          Akhiri
        </Button>
      )}
    </li>
  )
}

const ComingSessions = () => (
  <Loading label="Memuat sesi…">
    <div className="mt-2 flex items-center gap-3 py-3">
      <Skeleton className="size-5" />
      <div className="grid gap-1.5">
        <Skeleton className="h-4.5 w-40" />
        <Skeleton className="h-4 w-52" />
      </div>
    </div>
  </Loading>
)
