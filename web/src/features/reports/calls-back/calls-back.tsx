import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api, type CallOptions } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { isPasswordMissing, usePasswordConsent } from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { OpenedPart } from '../../../ui/opened-part.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { AddressFacts } from './address-facts.tsx'
import type { OpenedAddress } from './call-back-dialogs.tsx'
import { Tries } from './tries.tsx'

type Address = CallOptions<'PUT /calls-back'>['body']

/** Each message of this action replaces the one before. */
const about = { about: 'calls-back' }

const CallBackDialogs = lazyPart(() =>
  import('./call-back-dialogs.tsx').then((module) => module.CallBackDialogs),
)

/** Whether the address said that it is gone: it takes no call until it is set anew. */
const isGone = (shown: Answer<'GET /calls-back'>['callBack'] | undefined): boolean => shown?.state === 'GONE'

/** The address at which the lender's system is called when something happens, and what came of the calls. */
export function CallsBack() {
  const client = useQueryClient()
  const address = useQuery({
    queryKey: ['calls-back'],
    queryFn: ({ signal }) => api('GET /calls-back', { signal, quiet: true }),
    staleTime: 0,
  })
  const { withPassword, dialog } = usePasswordConsent('Lanjutkan')
  const [opened, setOpened] = useState<OpenedAddress | null>(null)
  const openAddress = () => setOpened({ kind: 'address' })
  const close = () => setOpened(null)
  const show = (secret: string | null) => setOpened(secret === null ? null : { kind: 'secret', secret })
  const rest = {
    onError: (error: unknown) => {
      if (!isPasswordMissing(error)) toast.error(messageOf(error), about)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['calls-back'] }),
  }
  const set = useMutation({
    mutationFn: (body: Address) => withPassword(() => api('PUT /calls-back', { body })),
    onSuccess: ({ secret: shown }) => {
      show(shown)
      if (shown === null) toast.success('Alamat disimpan', about)
    },
    ...rest,
  })
  const rotate = useMutation({
    mutationFn: () => withPassword(() => api('POST /calls-back/secret')),
    onSuccess: ({ secret }) => show(secret),
    ...rest,
  })
  const end = useMutation({
    mutationFn: () => api('POST /calls-back/end'),
    onSuccess: () => toast.success('Alamat dihapus', about),
    ...rest,
  })
  const ring = useMutation({
    mutationFn: (eventNo: number | null) => api('POST /calls-back/ring', { body: { eventNo } }),
    onSuccess: () => toast.success('Panggilan dikirim', about),
    ...rest,
  })
  const shown = address.data?.callBack
  const busy = rotate.isPending || end.isPending || ring.isPending
  const canRing = !busy && !isGone(shown)
  return (
    <section aria-labelledby="panggilan-balik" className="mt-8">
      <h2 id="panggilan-balik" className="text-section font-semibold">
        Panggilan balik
      </h2>
      <p className="mt-0.5 text-table text-mute">
        Sistem Anda dipanggil setiap kali ada peristiwa, tanpa isi: bacalah isinya dengan kunci melalui{' '}
        <code>/events</code>.
      </p>
      <div className="mt-5 rounded-card bg-surface p-5 shadow-card">
        {address.isPending && (
          <Loading label="Memuat alamat…">
            <Skeleton className="h-11 w-full" />
          </Loading>
        )}
        {address.isError && !address.data && <LoadFailure query={address} className="gap-3" />}
        {shown && <AddressFacts shown={shown} />}
        {shown === null && <p className="text-table font-medium">Belum ada alamat.</p>}
        {address.data && (
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="secondary" className="max-sm:w-full" disabled={busy} onClick={openAddress}>
              {shown ? 'Ubah alamat' : 'Tambah alamat'}
            </Button>
            {shown && (
              <>
                <Button variant="quiet" disabled={!canRing} onClick={() => ring.mutate(null)}>
                  Uji
                </Button>
                <Button variant="quiet" disabled={busy} onClick={() => rotate.mutate()}>
                  Ganti kunci rahasia
                </Button>
                <Button variant="quiet" disabled={busy} onClick={() => end.mutate()}>
                  Hapus
                </Button>
              </>
            )}
          </div>
        )}
        {shown && <Tries canRing={canRing} onAgain={ring.mutate} />}
      </div>
      {opened && (
        <OpenedPart onClose={close}>
          <CallBackDialogs
            opened={opened}
            before={shown ?? null}
            busy={set.isPending}
            onSave={(body) => set.mutate(body)}
            onClose={close}
          />
        </OpenedPart>
      )}
      {dialog}
    </section>
  )
}
