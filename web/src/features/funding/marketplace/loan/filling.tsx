import { formatDateLong } from '@pematang/contract/format/date'
import type { LoanPage } from '@pematang/contract/funding/marketplace/loan'
import { fillingWords } from './offer-words.ts'

/** The funded share day by day: a small chart and a sentence; a screen reader reads the days as a list. */
export function Filling({ filling }: Pick<LoanPage, 'filling'>) {
  return (
    <div className="grid gap-2">
      <h3 className="text-table text-mute">Laju pendanaan</h3>
      {filling.length > 1 && (
        <div aria-hidden className="flex h-12 items-end gap-px border-b border-field-line">
          {filling.map(({ on, percent }) => (
            <span
              key={on}
              className="min-h-0.5 flex-1 rounded-t-[2px] bg-brand/70 print:[print-color-adjust:exact]"
              style={{ height: `${percent}%` }}
            />
          ))}
        </div>
      )}
      <p className="text-table text-pretty">{fillingWords(filling)}</p>
      <ol className="sr-only">
        {filling.map(({ on, percent }) => (
          <li key={on}>
            {formatDateLong(on)}: {percent}% terdanai
          </li>
        ))}
      </ol>
    </div>
  )
}
