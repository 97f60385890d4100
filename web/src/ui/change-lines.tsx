import type { ChangeLine } from '@pematang/contract/staff/fields'
import { ArrowRight } from 'lucide-react'

/** What changes: label, before and after. What was not there before has only an after. */
export const ChangeLines = ({ lines }: { lines: readonly ChangeLine[] }) => (
  <dl className="hairlines">
    {lines.map(({ label, before, after }) => (
      <div
        key={label}
        className="grid gap-x-6 gap-y-0.5 py-2 first:pt-0 last:pb-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
      >
        <dt className="text-table text-mute">{label}</dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-x-2 text-table wrap-anywhere">
          {before !== null && (
            <>
              <span className="sr-only">Sebelum:</span>
              <span className={after === null ? 'line-through' : 'text-mute'}>{before}</span>
            </>
          )}
          {before !== null && <ArrowRight size={14} aria-hidden className="shrink-0 text-mute" />}
          {before !== null && <span className="sr-only">Sesudah:</span>}
          <span className="min-w-0 font-semibold tabular-nums">{after ?? 'dihapus'}</span>
        </dd>
      </div>
    ))}
  </dl>
)
