import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { NoticeCategory } from '@pematang/contract/lenders/notifications/kinds'
import { subjectPath } from '@pematang/contract/lenders/notifications/subject-path'
import {
  Check,
  FileText,
  HandCoins,
  type LucideIcon,
  ShieldCheck,
  Store,
  TriangleAlert,
  Wallet,
} from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { MessageText } from './message-text.tsx'
import type { CentreNotice } from './queries.ts'

const icons: Record<NoticeCategory, LucideIcon> = {
  MONEY: Wallet,
  FUNDING: HandCoins,
  LATE: TriangleAlert,
  STATEMENTS: FileText,
  OFFERS: Store,
  SECURITY: ShieldCheck,
}

export type RowActions = {
  onRead: (id: string) => void
  /** Opens the profile, which is a dialog. */
  onProfile: () => void
}

type Props = RowActions & { notice: CentreNotice; short?: boolean }

/** A notice in the list. Pressing it opens its subject and marks it as read; `short` truncates a long message. */
export function NoticeRow({ notice, short, onRead, onProfile }: Props) {
  const { id, title, message, createdDate, category, tone, isRead } = notice
  const Icon = icons[category] ?? Wallet
  const read = () => {
    if (!isRead) onRead(id)
  }
  return (
    <li className="relative flex gap-3 px-4 py-3.5 has-[a:hover,[data-subject]:hover]:bg-sunken md:px-5">
      <span
        aria-hidden
        className={cx(
          'mt-0.5 grid size-9 shrink-0 place-items-center rounded-full',
          tone === 'warning' ? 'bg-warn-tint text-warn' : 'bg-idle-tint text-idle',
        )}
      >
        <Icon size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <p className={cx('flex items-start gap-2', isRead ? 'font-medium' : 'font-semibold')}>
          <Title notice={notice} onOpen={read} onProfile={onProfile} />
          {!isRead && (
            <span className="mt-2 size-2 shrink-0 rounded-full bg-brand">
              <span className="sr-only">belum dibaca</span>
            </span>
          )}
        </p>
        <p className={cx('text-table text-mute wrap-anywhere', short && 'line-clamp-2')}>
          <MessageText>{message}</MessageText>
        </p>
        <time dateTime={createdDate} className="figures mt-1 block text-meta text-mute">
          {formatDateTimeLong(createdDate)}
        </time>
      </div>
      {!isRead && !short && (
        <IconButton label={`Tandai dibaca: ${title}`} className="relative -mr-2" onClick={read}>
          <Check size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

/** Extends the click target of the title to the whole row. */
const whole = 'text-left after:absolute after:inset-0 underline-offset-4 hover:underline'

function Title({ notice: { title, subject }, onOpen, onProfile }: TitleProps) {
  if (subject === null) return <span>{title}</span>
  const path = subjectPath(subject)
  if (path !== null) {
    return (
      <Link to={path} onClick={onOpen} className={whole}>
        {title}
      </Link>
    )
  }
  const open = () => {
    onOpen()
    onProfile()
  }
  return (
    <button type="button" data-subject onClick={open} className={whole}>
      {title}
    </button>
  )
}

type TitleProps = { notice: CentreNotice; onOpen: () => void; onProfile: () => void }
