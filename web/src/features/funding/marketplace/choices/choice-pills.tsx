import { cx } from '../../../../ui/cx.ts'
import type { FilterDraft } from '../filter-draft.ts'
import { loanCountText } from '../loan-count.ts'
import { type Choice, isChosen, toggled } from './choices.ts'

type Props = {
  /** The name of the group, for a screen reader. */
  label: string
  choices: readonly Choice[]
  draft: FilterDraft
  onChange: (change: Partial<FilterDraft>) => void
}

/** Frequent options below a pair of fields, each with its number of loans. Pressing a selected option removes it. */
export function ChoicePills({ label, choices, draft, onChange }: Props) {
  if (choices.length === 0) return null
  return (
    <ul aria-label={label} className="mt-3 flex flex-wrap gap-2">
      {choices.map((choice) => {
        const chosen = isChosen(choice, draft)
        return (
          <li key={choice.label}>
            <button
              type="button"
              aria-pressed={chosen}
              className={cx(
                'figures inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 text-table transition-colors',
                chosen
                  ? 'border-brand bg-brand-tint font-medium text-brand'
                  : 'border-line text-ink hover:bg-idle-tint',
              )}
              onClick={() => onChange(toggled(choice, draft))}
            >
              {choice.label}
              <span className={chosen ? undefined : 'text-mute'}>{loanCountText(choice)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
