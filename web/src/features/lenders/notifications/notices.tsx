import { formatDateTimeLong } from '@pematang/contract/format/date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type Answer, api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { MessageText } from './message-text.tsx'
import { bannersKey, noticesChanged } from './state.ts'

type List = Answer<'GET /notices'>
type Notice = List['list'][number]
/** The number of notices shown at first. The others are behind a button, so that they do not push the content down. */
const atFirst = 2

/** Hides a notice at once; it reappears if the request fails. */
function useDismiss() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api('POST /notices/dismiss', { body: { id } }),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: bannersKey })
      const before = client.getQueryData<List>(bannersKey)
      client.setQueryData<List>(
        bannersKey,
        (now) => now && { list: now.list.filter((each) => each.id !== id) },
      )
      return before
    },
    onError: (error, _id, before) => {
      client.setQueryData(bannersKey, before)
      toast.error(messageOf(error))
    },
    onSuccess: noticesChanged,
  })
}

function Banner({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const isWarning = notice.tone === 'warning'
  const Icon = isWarning ? TriangleAlert : Bell
  return (
    <li
      className={cx(
        'flex items-start gap-3 rounded-popup py-1 pr-1 pl-4',
        isWarning ? 'bg-warn-tint text-warn' : 'bg-idle-tint text-idle',
      )}
    >
      <Icon size={20} aria-hidden className="mt-3 shrink-0" />
      <div className="min-w-0 flex-1 py-2.5">
        <p className="font-semibold">{notice.title}</p>
        <p className="text-table text-ink">
          <MessageText>{notice.message}</MessageText>
        </p>
        <time dateTime={notice.createdDate} className="figures mt-1 block text-meta">
          {formatDateTimeLong(notice.createdDate)}
        </time>
      </div>
      <IconButton label={`Tutup notifikasi: ${notice.title}`} onClick={onDismiss}>
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  )
}

/**
 * Notices above the content of the screen, until the lender dismisses them; refetched when new ones arrive (watch.ts).
 */
export function Notices() {
  const { data } = useQuery({
    queryKey: bannersKey,
    queryFn: ({ signal }) => api('GET /notices', { signal, quiet: true }),
    staleTime: 0,
    meta: { above: true },
  })
  const dismiss = useDismiss()
  const [all, setAll] = useState(false)
  const { pathname } = useLocation()
  // The screen of proposals has what waits itself; above it, it would push the decision off the screen of a phone.
  const list = data?.list.filter(({ tone }) => tone === 'warning' || !pathname.startsWith(paths.proposals))
  // The notification screen already lists all notices.
  if (!list?.length || pathname.startsWith(paths.notifications)) return null
  const shown = all ? list : list.slice(0, atFirst)
  const rest = list.length - shown.length
  return (
    <section aria-label="Notifikasi" className="mb-6">
      <ul className="grid gap-3">
        {shown.map((notice) => (
          <Banner key={notice.id} notice={notice} onDismiss={() => dismiss.mutate(notice.id)} />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="quiet" className="mt-1" onClick={() => setAll(true)}>
          Lihat {rest} notifikasi lainnya
        </Button>
      )}
    </section>
  )
}
