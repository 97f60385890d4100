import type { TrailEntry } from '@pematang/contract/staff/fields'
import { ShieldCheck } from 'lucide-react'
import { Link } from '../../ui/link.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { momentText } from '../../parts/moment-text.ts'
import { pathOf } from '../paths.ts'

/** Entries of the audit trail, each with its details behind a press. */
export const TrailList = ({ entries }: { entries: readonly TrailEntry[] }) => (
  <ol className="hairlines">
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} />
    ))}
  </ol>
)

function Entry({ entry }: { entry: TrailEntry }) {
  const { at, actor, actorName, operation, title, subject, outcome, requestId, detail, sealed, about } = entry
  const isDone = outcome === 'done'
  return (
    <li className="px-4 py-2.5 text-table sm:px-5">
      <div className="grid items-baseline gap-x-4 gap-y-0.5 sm:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,12rem)_auto]">
        <span className="figures text-mute">{momentText(at)}</span>
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{title ?? operation}</span>{' '}
          {title && <span className="text-mute">{operation}</span>}{' '}
          {subject &&
            (about ? (
              <Link to={pathOf(about)} className="ml-1 text-brand underline underline-offset-2">
                {subject}
              </Link>
            ) : (
              <span className="ml-1 text-mute">{subject}</span>
            ))}
        </span>
        <span className="min-w-0 text-mute wrap-anywhere">{actorName ?? actor}</span>
        <span className="justify-self-start">
          <StatusLabel tone={isDone ? 'ok' : 'bad'}>{isDone ? 'Berhasil' : outcome}</StatusLabel>
        </span>
      </div>
      <details className="mt-1">
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-meta font-medium text-mute hover:text-ink">
          Rincian
        </summary>
        <dl className="mt-1 grid gap-x-4 gap-y-1 rounded-control bg-sunken px-3 py-2 text-meta sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="text-mute">Nomor jejak</dt>
          <dd className="flex items-center gap-1.5">
            {entry.id}
            {sealed && (
              <span className="inline-flex items-center gap-1 text-ok">
                <ShieldCheck size={14} aria-hidden />
                tersegel
              </span>
            )}
          </dd>
          {requestId && (
            <>
              <dt className="text-mute">Nomor permintaan</dt>
              <dd className="wrap-anywhere">{requestId}</dd>
            </>
          )}
          <dt className="text-mute">Pelaku</dt>
          <dd className="wrap-anywhere">{actor}</dd>
          {detail && (
            <>
              <dt className="text-mute">Isi</dt>
              <dd>
                <code className="wrap-anywhere whitespace-pre-wrap">{detail}</code>
              </dd>
            </>
          )}
        </dl>
      </details>
    </li>
  )
}
