import type { BulkRun } from '@pematang/contract/funding/bulk/endpoints'
import { ChevronDown, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { countText } from '../../../ui/count-text.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Money } from '../../../ui/money.tsx'

/**
 * The outcome of a bulk funding: what was funded, and each loan that was not, with the reason and the returned money.
 */
export function BulkEnd({ run, onDismiss }: { run: BulkRun; onDismiss: () => void }) {
  const isWhole = run.refusedLoan === 0
  const Icon = isWhole ? CircleCheck : TriangleAlert
  return (
    <article
      data-bulk-end={run.bulkFundingNumber}
      aria-label={`Hasil pendanaan ${run.bulkFundingNumber}`}
      className={cx(
        'rounded-card py-1.5 pr-1.5 pl-4 md:pl-5',
        isWhole ? 'bg-ok-tint text-ok' : 'bg-warn-tint text-warn',
      )}
    >
      <div className="flex items-start gap-3">
        <Icon size={20} aria-hidden className="mt-3 shrink-0" />
        <div role="status" className="min-w-0 flex-1 py-2.5">
          <p className="font-semibold">
            {isWhole
              ? `Pendanaan selesai: ${countText(run.fundedLoan)} pinjaman terdanai`
              : `Pendanaan selesai: ${countText(run.fundedLoan)} dari ${countText(run.totalLoan)} pinjaman terdanai`}
          </p>
          <p className="text-table text-ink">
            {run.partnerName} · <Money amount={run.fundedAmount} className="font-semibold" /> terdanai
            {run.returnedAmount > 0 && (
              <>
                {' · '}
                <Money amount={run.returnedAmount} className="font-semibold" /> kembali ke Cash Balance
              </>
            )}
          </p>
        </div>
        <IconButton label="Tutup hasil pendanaan" onClick={onDismiss}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
      {!isWhole && <NotFunded run={run} />}
    </article>
  )
}

function NotFunded({ run: { refused, refusedLoan } }: { run: BulkRun }) {
  const unnamed = refusedLoan - refused.length
  return (
    <details className="group mb-2.5 pr-2.5 text-table text-ink">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-control font-semibold">
        {countText(refusedLoan)} pinjaman tidak terdanai
        <ChevronDown size={18} aria-hidden className="transition-transform group-open:rotate-180" />
      </summary>
      {/* A scroll area without focusable content must itself be reachable by the keyboard. */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label="Pinjaman yang tidak terdanai"
        className="max-h-72 overflow-y-auto rounded-popup bg-surface px-4"
      >
        <ul className="hairlines">
          {refused.map(({ loan_number, amount, message }) => (
            <li key={loan_number} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5">
              <span className="figures font-medium">{loan_number}</span>
              <Money amount={amount} className="font-medium" />
              <span className="col-span-2 text-mute">{message}</span>
            </li>
          ))}
          {unnamed > 0 && (
            <li className="py-2.5 text-mute">
              dan {countText(unnamed)} pinjaman lain: lihat laporannya di Transaction History.
            </li>
          )}
        </ul>
      </div>
    </details>
  )
}
