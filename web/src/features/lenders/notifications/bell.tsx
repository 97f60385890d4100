import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { cx } from '../../../ui/cx.ts'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { PartMissing } from '../../../ui/part-missing.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { panelWidth, unreadText, useHeard } from './state.ts'
import { useNoticeWatch } from './use-notice-watch.ts'

const Panel = lazyPart(() => import('./panel.tsx').then((module) => module.NoticePanel))

/** The bell in the top bar with the number of unread notices; it opens the newest ones. */
export function Bell({ onProfile }: { onProfile: () => void }) {
  useNoticeWatch()
  const { unread, hasNew } = useHeard()
  const { key } = useLocation()
  const [closed, setClosed] = useState(0)
  const close = () => setClosed(closed + 1)
  return (
    <>
      <span role="status" className="sr-only">
        {hasNew && 'Ada notifikasi baru'}
      </span>
      <Popover
        // A new key closes the panel, after navigating or opening the profile.
        key={`${key} ${closed}`}
        label="Notifikasi"
        isNamed
        triggerClassName="relative grid size-11 shrink-0 place-items-center rounded-control text-mute hover:bg-idle-tint hover:text-ink"
        trigger={
          <>
            <BellIcon size={20} aria-hidden />
            <span className="sr-only">Notifikasi</span>
            {unread > 0 && (
              <span className="absolute top-1 left-5.5 min-w-4.5 rounded-full bg-bad px-1 text-center text-meta leading-4.5 font-semibold text-surface">
                {unreadText(unread)}
                <span className="sr-only"> belum dibaca</span>
              </span>
            )}
          </>
        }
      >
        <Part
          loading={<div className={cx('-m-5 h-80', panelWidth)} />}
          notLoaded={(retry) => <PartMissing onRetry={retry} />}
        >
          <Panel
            onProfile={() => {
              close()
              onProfile()
            }}
          />
        </Part>
      </Popover>
    </>
  )
}
