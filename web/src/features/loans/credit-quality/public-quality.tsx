import type { CreditQuality, QualityName } from '@pematang/contract/loans/credit-quality/endpoints'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { QualityBar } from '../../../quality/quality-bar.tsx'
import { lateWords, qualityColours, qualityWords } from '../../../quality/quality-words.ts'
import { cx } from '../../../ui/cx.ts'

// Formatted here, because the format functions of the contract would exceed the script limit of the login.
const longDate = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'UTC' })

type Row = CreditQuality['quality'][number]

const row = (name: QualityName, daysFrom: number, daysUntil: number | null): Row => ({
  name,
  daysFrom,
  daysUntil,
  share: null,
})

/** The rows shown before the figures have loaded, which avoids a layout shift. */
const pending: readonly Row[] = [
  row('LANCAR', 0, 0),
  row('DALAM_PERHATIAN_KHUSUS', 1, 30),
  row('KURANG_LANCAR', 31, 60),
  row('DIRAGUKAN', 61, 90),
  row('MACET', 91, null),
]

/**
 * The quality of all loans of the platform, public on the login screen. The server renders it without figures, which
 * depend on the day and not on the build; without a response they stay dashes.
 */
export function PublicQuality() {
  const [figures, setFigures] = useState<CreditQuality | null>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const asking = new AbortController()
    api('GET /credit-quality', { quiet: true, signal: asking.signal }).then(setFigures, () => {
      if (!asking.signal.aborted) setLost(true)
    })
    return () => asking.abort()
  }, [])
  const rows = figures?.quality ?? pending
  const parts = rows.flatMap(({ name, share }) =>
    share === null || share === '0,00%' ? [] : [{ name, share }],
  )
  return (
    <section aria-labelledby="kualitas" aria-busy={!figures && !isLost}>
      <div className="mb-2 flex min-h-5 flex-wrap items-baseline justify-between gap-x-4 text-meta">
        <h2 id="kualitas" className="font-semibold">
          Kualitas pendanaan platform
        </h2>
        <p className="text-mute">
          {figures ? longDate.format(new Date(figures.asOf)) : isLost ? 'Belum dapat dimuat' : 'Memuat…'}
        </p>
      </div>
      <QualityBar parts={parts} />
      <dl className="mt-2.5 grid text-meta sm:grid-cols-5 sm:gap-x-3">
        {rows.map(({ name, daysFrom, daysUntil, share }) => (
          <div
            key={name}
            className="flex min-h-7 items-center justify-between gap-3 sm:flex-col-reverse sm:items-start sm:justify-end sm:gap-0"
          >
            <dt className="flex gap-2 text-mute sm:gap-1.5">
              <span aria-hidden className={cx('mt-1 size-2 shrink-0 rounded-full', qualityColours[name])} />
              <span title={lateWords(daysFrom, daysUntil)}>{qualityWords[name]}</span>
            </dt>
            <dd className="figures text-table font-semibold">{share ?? '-'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
