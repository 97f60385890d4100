import type { Insight, QualityName } from '@pematang/contract/insight/endpoints'
import type { UseQueryResult } from '@tanstack/react-query'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/money.tsx'
import { Panel } from './panel.tsx'
import { lateWords, percentOf, qualityWords } from './words.ts'

/** From good to lost, each darker than the one before where the colour is the same. */
const colours: Record<QualityName, string> = {
  LANCAR: 'bg-brand',
  DALAM_PERHATIAN_KHUSUS: 'bg-warn-mark',
  KURANG_LANCAR: 'bg-bad/45',
  DIRAGUKAN: 'bg-bad/70',
  MACET: 'bg-bad',
}

const rates = ['TKB90', 'TKB60', 'TKB30', 'TKB0'] as const

/** How late what is outstanding is, and the share that is not, by the formula of the platform's own figures. */
export function QualityPanel({ query }: { query: UseQueryResult<Insight> }) {
  return (
    <Panel title="Ketepatan bayar portofolio Anda" query={query} bone="h-[360px] md:h-[288px]">
      {(data) => (
        <>
          <dl className="grid grid-cols-4 gap-2">
            {rates.map((name) => (
              <div key={name} className="min-w-0">
                <dt className="text-meta text-mute">{name}</dt>
                <dd className="figures text-body font-semibold md:text-section">{data[name]}</dd>
              </div>
            ))}
          </dl>
          <Stack quality={data.quality} />
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
                      <span aria-hidden className={cx('size-2.5 shrink-0 rounded-full', colours[name])} />
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

/** The shares as one bar; the table below says the same. */
function Stack({ quality }: Pick<Insight, 'quality'>) {
  const parts = quality.filter(({ outstanding }) => outstanding > 0)
  return (
    <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-idle-tint">
      {parts.map(({ name, share }) => (
        <span
          key={name}
          className={cx('h-full min-w-1', colours[name])}
          style={{ flexGrow: percentOf(share), flexBasis: 0 }}
        />
      ))}
    </div>
  )
}
