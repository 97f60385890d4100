import type { Insight } from '@pematang/contract/reports/insight/endpoints'
import type { UseQueryResult } from '@tanstack/react-query'
import { QualityBar } from '../../../quality/quality-bar.tsx'
import { lateWords, qualityColours, qualityWords } from '../../../quality/quality-words.ts'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { Panel } from './panel.tsx'
import { isMeasured } from './words.ts'

const rates = ['TKB90', 'TKB60', 'TKB30', 'TKB0'] as const

/** Outstanding amounts by days late, and the TKB of this portfolio by the formula of the platform. */
export function QualityPanel({ query }: { query: UseQueryResult<Insight> }) {
  return (
    <Panel title="Ketepatan bayar portofolio Anda" query={query} bone="h-[360px] md:h-[288px]">
      {(data) => (
        <>
          {!isMeasured(data) && (
            <p className="text-table text-mute">
              Belum ada yang dapat diukur: angkanya ada setelah pinjaman yang Anda danai dicairkan.
            </p>
          )}
          <dl className="grid grid-cols-4 gap-2">
            {rates.map((name) => (
              <div key={name} className="min-w-0">
                <dt className="text-meta text-mute">{name}</dt>
                <dd className="figures text-body font-semibold md:text-section">
                  {isMeasured(data) ? data[name] : '-'}
                </dd>
              </div>
            ))}
          </dl>
          <QualityBar parts={data.quality.filter(({ outstanding }) => outstanding > 0)} />
          <table className="w-full text-table">
            <caption className="sr-only">Sisa pokok menurut kualitas</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Kualitas</th>
                <th scope="col">Sisa pokok</th>
                <th scope="col">Bagian</th>
              </tr>
            </thead>
            <tbody>
              {data.quality.map(({ name, daysFrom, daysUntil, outstanding, share }) => (
                <tr
                  key={name}
                  className={cx('border-t border-line first:border-t-0', !outstanding && 'text-mute')}
                >
                  <th scope="row" className="py-1.5 text-left font-normal">
                    <span className="flex items-center gap-2.5">
                      <span
                        aria-hidden
                        className={cx('size-2.5 shrink-0 rounded-full', qualityColours[name])}
                      />
                      <span>
                        {qualityWords[name]}
                        <span className="block text-meta text-mute">{lateWords(daysFrom, daysUntil)}</span>
                      </span>
                    </span>
                  </th>
                  <td className="py-1.5 pl-3 text-right">
                    <Money amount={outstanding} className={cx(outstanding > 0 && 'font-semibold')} />
                  </td>
                  <td className="figures w-20 py-1.5 pl-3 text-right text-mute">{share}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Panel>
  )
}
