import type { NoticeCategory } from '@pematang/contract/lenders/notifications/kinds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useDraft } from '../../../ui/use-draft.ts'
import { type Channel, ChannelTable, type Preferences } from './channel-table.tsx'

const key = ['notification-preferences']
/** Each message of this action replaces the one before. */
const about = { about: 'notification-preferences' }

const usePreferences = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /notification-preferences', { signal, quiet: true }),
    staleTime: 0,
  })

/** The choice of notices that a lender also gets by e-mail and SMS. */
export function PreferencesForm() {
  const query = usePreferences()
  if (query.data) return <LoadedForm stored={query.data} />
  return (
    <Card className="p-5">
      {query.error ? (
        <LoadFailure query={query} />
      ) : (
        <Loading label="Memuat pengaturan…">
          <Skeleton className="h-96" />
        </Loading>
      )}
    </Card>
  )
}

/** The preferences with one checkbox changed. Mandatory categories do not change. */
export const withChoice = (
  preferences: Preferences,
  category: NoticeCategory,
  channel: Channel,
  isChosen: boolean,
): Preferences => ({
  ...preferences,
  categories: preferences.categories.map((each) =>
    each.category === category && !each.isMandatory ? { ...each, [channel]: isChosen } : each,
  ),
})

function LoadedForm({ stored }: { stored: Preferences }) {
  const [draft, setDraft] = useDraft(stored, JSON.stringify(stored))
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: () =>
      api('PUT /notification-preferences', {
        body: {
          categories: draft.categories.map(({ category, email, sms }) => ({ category, email, sms })),
          emailDelivery: draft.emailDelivery,
        },
      }),
    onSuccess: (saved) => {
      client.setQueryData(key, saved)
      toast.success('Pengaturan notifikasi tersimpan.', about)
    },
    onError: (error) => toast.error(messageOf(error), about),
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  const title = useId()
  return (
    <form aria-labelledby={title} onSubmit={submit}>
      <Card className="hairlines">
        <div className="p-5 pb-3">
          <h2 id={title} className="text-section font-semibold">
            Lewat email dan SMS
          </h2>
          <p className="mt-1 max-w-[70ch] text-mute">
            Semua notifikasi selalu ada di aplikasi. Pilih kabar apa saja yang juga dikirim ke email dan nomor
            handphone Anda.
          </p>
          <ChannelTable
            preferences={draft}
            onChoice={(...choice) => setDraft(withChoice(draft, ...choice))}
          />
        </div>
        <div className="px-5 py-3">
          <Checkbox
            checked={draft.emailDelivery === 'DAILY'}
            disabled={!draft.canEmail}
            aria-describedby={`${title}-daily`}
            onChange={(isDaily) => setDraft({ ...draft, emailDelivery: isDaily ? 'DAILY' : 'SINGLE' })}
          >
            <span className="font-medium">Kumpulkan email menjadi satu ringkasan harian</span>
          </Checkbox>
          <p id={`${title}-daily`} className="ml-8 text-table text-mute">
            Dikirim setiap hari pukul {draft.dailyTime.replace(':', '.')} WIB. Kabar keamanan tetap dikirim
            saat itu juga.
          </p>
        </div>
        <div className="flex flex-wrap items-center justify-end gap-3 p-5">
          {isChanged && <p className="mr-auto text-table text-mute">Perubahan belum disimpan.</p>}
          <Button type="submit" disabled={!isChanged} busy={saving.isPending} busyLabel="Menyimpan…">
            Simpan
          </Button>
        </div>
      </Card>
    </form>
  )
}
