import { Settings } from 'lucide-react'
import { useEffect } from 'react'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/link.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { NoticeRow } from './notice-row.tsx'
import { useNewestNotices, useReadAll, useReadNotice } from './queries.ts'
import { noticesChanged, panelWidth, useHeard } from './state.ts'

/** The panel of the bell: the newest notices, and a link to all of them. */
export function NoticePanel({ onProfile }: { onProfile: () => void }) {
  const query = useNewestNotices()
  const read = useReadNotice()
  const readAll = useReadAll()
  const { unread } = useHeard()
  // Polls at once, so that the number on the bell is updated together with the list.
  useEffect(noticesChanged, [])
  const list = query.data?.list
  const first = list?.[0]
  return (
    <div className={cx('-m-5 grid', panelWidth)}>
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line pl-4 md:pl-5">
        <h2 className="text-section font-semibold">Notifikasi</h2>
        {first && unread > 0 && (
          <Button
            variant="quiet"
            className="px-4!"
            busy={readAll.isPending}
            onClick={() => readAll.mutate({ upTo: first.id, category: '' })}
          >
            Tandai semua dibaca
          </Button>
        )}
      </div>
      <div className="max-h-[min(30rem,calc(100dvh-14rem))] overflow-y-auto overscroll-contain">
        {list ? (
          <Rows list={list} onRead={read.mutate} onProfile={onProfile} />
        ) : query.error ? (
          <div className="p-5">
            <LoadFailure query={query} />
          </div>
        ) : (
          <ListSkeleton rows={3} />
        )}
      </div>
      <div className="flex items-center justify-between gap-2 border-t border-line p-1.5">
        <Link to={paths.notifications} className={cx(buttonClass('quiet'), 'px-3!')}>
          Lihat semua
        </Link>
        <Link
          to={paths.notificationSettings}
          aria-label="Pengaturan notifikasi"
          title="Pengaturan notifikasi"
          className="grid size-11 place-items-center rounded-control text-mute hover:bg-idle-tint hover:text-ink"
        >
          <Settings size={20} aria-hidden />
        </Link>
      </div>
    </div>
  )
}

type RowsProps = Pick<Parameters<typeof NoticeRow>[0], 'onRead' | 'onProfile'> & {
  list: Parameters<typeof NoticeRow>[0]['notice'][]
}

const Rows = ({ list, ...actions }: RowsProps) =>
  list.length === 0 ? (
    <p className="px-5 py-10 text-center text-mute">Belum ada notifikasi.</p>
  ) : (
    <ul className="hairlines">
      {list.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} short {...actions} />
      ))}
    </ul>
  )
