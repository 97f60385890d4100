import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type StatusTone = 'ok' | 'warn' | 'bad' | 'idle'

const tones: Record<StatusTone, string> = {
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  idle: 'bg-idle-tint text-idle',
}

/** A status as dot, label and tint: readable without colour. */
export function StatusLabel({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span
      data-tone={tone}
      className={cx(
        'inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-meta font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}
