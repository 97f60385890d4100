import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { useMay } from '../../../company/member.ts'
import { useIsMember } from '../../../company/use-company.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { isPasswordMissing, usePasswordConsent } from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { OpenedPart } from '../../../ui/opened-part.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import type { OpenedKey } from './key-dialogs.tsx'
import { KeyRows } from './key-rows.tsx'
import type { KeyTerms } from './new-key-dialog.tsx'

const queryKey = ['keys']
/** Each message of this action replaces the one before. */
const about = { about: 'keys' }

const KeyDialogs = lazyPart(() => import('./key-dialogs.tsx').then((module) => module.KeyDialogs))

/** The keys of the lender's own systems: made, shown once, rotated, revoked. */
export function Keys() {
  const client = useQueryClient()
  const keys = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /keys', { signal, quiet: true }),
    staleTime: 0,
  })
  const { withPassword, dialog } = usePasswordConsent('Lanjutkan')
  const isMember = useIsMember()
  const mayPropose = useMay('WITHDRAWAL') && isMember
  const [opened, setOpened] = useState<OpenedKey | null>(null)
  const close = () => setOpened(null)
  const onError = (error: unknown) => {
    if (!isPasswordMissing(error)) toast.error(messageOf(error), about)
  }
  const onSettled = () => client.invalidateQueries({ queryKey })
  const showSecret = ({ secret }: { secret: string }) => setOpened({ kind: 'secret', secret })
  const make = useMutation({
    mutationFn: (body: KeyTerms) => withPassword(() => api('POST /keys', { body })),
    onSuccess: showSecret,
    onError,
    onSettled,
  })
  const rotate = useMutation({
    mutationFn: (id: string) => withPassword(() => api('POST /keys/rotate', { body: { id } })),
    onSuccess: showSecret,
    onError,
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: (id: string) => api('POST /keys/revoke', { body: { id } }),
    onSuccess: () => {
      close()
      toast.success('Kunci telah dicabut', about)
    },
    onError,
    onSettled,
  })
  const { data } = keys
  return (
    <section aria-labelledby="kunci-api">
      <h2 id="kunci-api" className="text-section font-semibold">
        Kunci API
      </h2>
      <p className="mt-0.5 text-table text-mute">
        Dengan kunci, sistem Anda membaca data akun ini{isMember && ' dan, bila diizinkan, mengajukan usulan'}
        . Kunci tidak dapat mendanai atau menarik dana.
      </p>
      <div className="mt-5 rounded-card bg-surface px-5 pt-2 pb-4 shadow-card">
        {keys.isPending && (
          <Loading label="Memuat kunci…">
            <Skeleton className="mt-4 h-11 w-full" />
          </Loading>
        )}
        {keys.isError && !data && <LoadFailure query={keys} className="mt-3 gap-3" />}
        {data && (
          <KeyRows
            keys={data.list}
            busy={rotate.isPending || revoke.isPending}
            onRotate={(id) => rotate.mutate(id)}
            onRevoke={({ id, label }) => setOpened({ kind: 'revoke', id, label })}
          />
        )}
        <Button
          variant="secondary"
          className="mt-4 max-sm:w-full"
          disabled={!data}
          onClick={() => setOpened({ kind: 'new' })}
        >
          Buat kunci
        </Button>
      </div>
      {opened && (
        <OpenedPart onClose={close}>
          <KeyDialogs
            opened={opened}
            mayPropose={mayPropose}
            busy={make.isPending || revoke.isPending}
            onMake={(terms) => make.mutate(terms)}
            onRevoke={(id) => revoke.mutate(id)}
            onClose={close}
          />
        </OpenedPart>
      )}
      {dialog}
    </section>
  )
}
