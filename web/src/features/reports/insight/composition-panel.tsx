import type { Insight } from '@pematang/contract/reports/insight/endpoints'
import type { UseQueryResult } from '@tanstack/react-query'
import { Money } from '../../../ui/money.tsx'
import { byLetter, type Part } from './grade-groups.ts'
import { Panel } from './panel.tsx'
import { percentOf } from '../../../quality/quality-words.ts'

/** What is outstanding by grade and by type. The bars are part of the table that a screen reader reads. */
export function CompositionPanel({ query }: { query: UseQueryResult<Insight> }) {
  return (
    <Panel title="Komposisi sisa pokok" query={query} bone="h-[420px] md:h-[240px]" className="lg:col-span-2">
      {({ composition: { grades, loanTypes } }) =>
        grades.length + loanTypes.length === 0 ? (
          <p className="text-table text-mute">Belum ada pinjaman yang berjalan.</p>
        ) : (
          <div className="grid gap-6 lg:grid-cols-2 lg:gap-12">
            <Parts title="Menurut rating" parts={byLetter(grades)} />
            <Parts
              title="Menurut jenis pinjaman"
              parts={loanTypes.map(({ loanType, ...part }) => ({ ...part, name: loanType, detail: null }))}
            />
          </div>
        )
      }
    </Panel>
  )
}

/** Rows with a bar below each. The roles are explicit because CSS changes the display of the rows. */
function Parts({ title, parts }: { title: string; parts: Part[] }) {
  return (
    <table role="table" className="block w-full text-table">
      <caption className="block pb-1 text-left text-meta text-mute">{title}</caption>
      <thead role="rowgroup" className="sr-only">
        <tr role="row">
          {[title, 'Sisa pokok', 'Bagian', 'Rincian'].map((heading) => (
            <th key={heading} role="columnheader" scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block">
        {parts.map(({ name, outstanding, share, detail }) => (
          <tr
            key={name}
            role="row"
            className="relative grid grid-cols-[minmax(0,1fr)_auto_3.75rem] items-baseline gap-x-3 pt-2 pb-4"
          >
            <th role="rowheader" scope="row" className="text-left font-normal">
              {name}
              <span
                aria-hidden
                className="absolute inset-x-0 bottom-1 h-1.5 overflow-hidden rounded-full bg-idle-tint"
              >
                <span
                  className="block h-full min-w-1 rounded-full bg-brand"
                  style={{ width: `${percentOf(share)}%` }}
                />
              </span>
            </th>
            <td role="cell">
              <Money amount={outstanding} className="font-semibold" />
            </td>
            <td role="cell" className="figures text-right text-mute">
              {share}
            </td>
            {detail !== null && (
              <td role="cell" className="figures col-span-3 text-meta whitespace-normal! text-mute">
                {detail}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
