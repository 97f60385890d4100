import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const looks = {
  bad: 'bg-bad-tint text-bad',
  warn: 'bg-warn-tint text-warn',
  idle: 'bg-idle-tint text-idle',
  ok: 'bg-ok-tint text-ok',
} as const

type Props = { tone: keyof typeof looks; action?: ReactNode; children: ReactNode; role?: 'alert' | 'status' }

/** A sentence that must not be missed, in place. */
export function Notice({ tone, action, children, role }: Props) {
  const Icon = tone === 'idle' ? Info : CircleAlert
  return (
    <div
      role={role}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-popup px-4 py-3 text-table',
        looks[tone],
      )}
    >
      <Icon size={18} aria-hidden className="shrink-0" />
      <div className="min-w-0 flex-1 basis-60">{children}</div>
      {action}
    </div>
  )
}
