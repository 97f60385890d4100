import type { ReactNode } from 'react'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { countText } from '../../../ui/count-text.ts'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { type Draft, termsToEstimate } from './draft.ts'
import { type Estimate, useEstimate } from './strategy-queries.ts'

/** The estimate of a draft, requested once typing pauses. `isOld` while the figures are those of the previous draft. */
export function useDraftEstimate(draft: Draft) {
  const settled = useSettled(draft, 400)
  const query = useEstimate(termsToEstimate(settled))
  return { query, isOld: settled !== draft || query.isPlaceholderData }
}

type DraftEstimate = ReturnType<typeof useDraftEstimate>

/** The estimate in one line, for a screen where the panel is below the fields. */
export function EstimateLine({ query: { data }, isOld }: DraftEstimate) {
  if (!data) return null
  const { today, blocking } = data
  return (
    <p
      className={cx(
        'text-table transition-opacity lg:hidden',
        isOld && 'opacity-60',
        blocking && 'text-warn',
      )}
    >
      {blocking ? blocking.message : `${countText(today.loans)} pinjaman cocok hari ini`}
    </p>
  )
}

/**
 * A panel with the loans that the typed strategy would match among the real offers of today and of the last 90 days.
 */
export function EstimatePanel({ query, isOld }: DraftEstimate) {
  return (
    <aside aria-label="Perkiraan" className="grid gap-4 rounded-control bg-sunken p-4 lg:sticky lg:top-0">
      <h3 className="font-semibold">Perkiraan</h3>
      {query.data ? (
        <div
          aria-live="polite"
          aria-busy={isOld}
          className={cx('grid gap-4 transition-opacity', isOld && 'opacity-60')}
        >
          <Figures estimate={query.data} />
        </div>
      ) : query.isError ? (
        <LoadFailure query={query} />
      ) : (
        <p className="text-table text-mute">
          {query.isLoading
            ? 'Menghitung pinjaman yang cocok…'
            : 'Isi jumlah per pinjaman dan anggaran untuk melihat berapa pinjaman yang cocok.'}
        </p>
      )}
    </aside>
  )
}

function Figures({ estimate: { today, history, placeable, blocking } }: { estimate: Estimate }) {
  return (
    <>
      {blocking && (
        <p role="status" className="rounded-control bg-warn-tint p-3 text-table text-warn">
          {blocking.message}
        </p>
      )}
      <Figure name="Cocok hari ini">
        {today.isEstimated ? 'sekitar ' : ''}
        {countText(today.loans)} pinjaman
      </Figure>
      {today.loans > 0 && (
        <p className="-mt-3 text-table text-mute">
          <Money amount={today.wanted} /> menurut jumlah per pinjaman Anda; <Money amount={today.automatic} />{' '}
          terbuka bagi pendanaan otomatis saat ini.
        </p>
      )}
      <Figure name={`Cocok dalam ${history.days} hari terakhir`}>{countText(history.loans)} pinjaman</Figure>
      {history.loans > 0 && (
        <p className="-mt-3 text-table text-mute">
          <Money amount={history.wanted} /> menurut jumlah per pinjaman Anda
        </p>
      )}
      <Figure name="Dapat ditempatkan sekarang">
        <Money amount={placeable} />
      </Figure>
    </>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <p className="text-table text-mute">{name}</p>
    <p className="text-section font-semibold">{children}</p>
  </div>
)
