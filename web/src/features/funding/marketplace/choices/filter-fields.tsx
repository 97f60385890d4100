import type { MarketplaceCounts } from '@pematang/contract/funding/marketplace/choosing'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { MoneyField } from '../../../../ui/money-field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { noGrade, tenorDigits } from '../filter.ts'
import type { DraftErrors, FilterDraft } from '../filter-draft.ts'
import { ChoicePills } from './choice-pills.tsx'
import { loanCountText } from '../loan-count.ts'
import { useActiveLoanTypes } from '../queries.ts'
import { gradeChoices, interestChoices, leftChoices, periodChoices, tenorChoices } from './choices.ts'

type Props = {
  draft: FilterDraft
  onChange: (change: Partial<FilterDraft>) => void
  /** Called when a field loses the focus, so that its error can be shown. */
  onLeave: () => void
  /** The error sentences that are currently shown. */
  errors: DraftErrors
  /**
   * The numbers of loans by option. Undefined while they load or if that failed: the options are then shown without
   * numbers.
   */
  counts: MarketplaceCounts | undefined
}

const percent = <span className="pr-3 text-mute">%</span>

/** A range of tenors and its unit. */
export function TenorFields({ draft, onChange, onLeave, errors, counts }: Props) {
  return (
    <Group legend="Tenor">
      <div className="grid grid-cols-2 items-start gap-3">
        {(['tenorFrom', 'tenorTo'] as const).map((field) => (
          <TextField
            key={field}
            label={field === 'tenorFrom' ? 'Terpendek' : 'Terpanjang'}
            inputMode="numeric"
            autoComplete="off"
            value={draft[field]}
            error={errors[field]}
            onBlur={onLeave}
            onChange={({ target }) => onChange({ [field]: tenorDigits(target.value) })}
          />
        ))}
        <Select
          className="col-span-2"
          label="Satuan"
          value={draft.tenorPeriodId}
          options={[{ value: '' as const, label: 'Semua satuan' }, ...periodChoices(counts)]}
          onChange={(tenorPeriodId) => onChange({ tenorPeriodId })}
        />
      </div>
      {counts && (
        <ChoicePills
          label="Tenor yang banyak ditawarkan"
          choices={tenorChoices(counts)}
          draft={draft}
          onChange={onChange}
        />
      )}
    </Group>
  )
}

/**
 * The filters beyond tenor and loan type, each with the number of loans that its options leave.
 * @param isWhole whether tenor and loan type are among them
 */
export function FilterFields({ isWhole, ...props }: Props & { isWhole: boolean }) {
  const { draft, onChange, onLeave, errors, counts } = props
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-[1.15fr_repeat(2,minmax(0,1fr))]">
      {isWhole && (
        <>
          <TenorFields {...props} />
          <LoanTypes draft={draft} onChange={onChange} counts={counts} />
        </>
      )}
      <div>
        <Ratings draft={draft} onChange={onChange} counts={counts} />
        <Checkbox className="mt-3" checked={draft.notMine} onChange={(notMine) => onChange({ notMine })}>
          Belum ada di portofolio saya
          {counts && <Count>{loanCountText(counts.notMine)}</Count>}
        </Checkbox>
      </div>
      <Group legend="Bunga per tahun">
        <div className="grid grid-cols-2 items-start gap-3">
          {(['interestFrom', 'interestTo'] as const).map((field) => (
            <TextField
              key={field}
              label={field === 'interestFrom' ? 'Terendah' : 'Tertinggi'}
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
              value={draft[field]}
              error={errors[field]}
              suffix={percent}
              onBlur={onLeave}
              onChange={({ target }) => onChange({ [field]: target.value })}
            />
          ))}
        </div>
        {counts && (
          <ChoicePills
            label="Bunga yang ditawarkan"
            choices={interestChoices(counts)}
            draft={draft}
            onChange={onChange}
          />
        )}
      </Group>
      <Group legend="Sisa pendanaan">
        <MoneyField
          label="Paling sedikit"
          value={draft.leftFrom}
          error={errors.leftFrom}
          onChange={(leftFrom) => onChange({ leftFrom })}
        />
        {counts && (
          <ChoicePills
            label="Sisa pendanaan yang ditawarkan"
            choices={leftChoices(counts)}
            draft={draft}
            onChange={onChange}
          />
        )}
      </Group>
    </div>
  )
}

function Ratings({ draft, onChange, counts }: Pick<Props, 'draft' | 'onChange' | 'counts'>) {
  const choices = gradeChoices(counts, draft.grades)
  return (
    <Group legend="Rating">
      {choices.length === 0 && <p className="text-table text-mute">Belum ada rating untuk dipilih.</p>}
      {/* Seven and a half rows are visible, so that the half row shows that there are more ratings. */}
      <ul className="-mx-1.5 -mt-1.5 grid max-h-67.5 grid-cols-2 gap-x-6 overflow-y-auto overscroll-contain px-1.5">
        {choices.map(({ grade, loans }) => (
          <li key={grade}>
            <Checkbox
              className="min-h-9!"
              checked={draft.grades.includes(grade)}
              onChange={(checked) =>
                onChange({
                  grades: checked ? [...draft.grades, grade] : draft.grades.filter((one) => one !== grade),
                })
              }
            >
              {grade === noGrade ? 'Tanpa rating' : grade}
              {loans && <Count>{loanCountText(loans)}</Count>}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Group>
  )
}

function LoanTypes({
  draft: { loanTypeIds },
  onChange,
  counts,
}: Pick<Props, 'draft' | 'onChange' | 'counts'>) {
  const { data: types = [] } = useActiveLoanTypes()
  return (
    <Group legend="Jenis pinjaman">
      <ul className="-mt-1.5 grid grid-cols-2 gap-x-6">
        {types.map(({ loanTypeId, name }) => {
          const loans = counts?.types.find((type) => type.loanTypeId === loanTypeId)
          return (
            <li key={loanTypeId}>
              <Checkbox
                className="min-h-9!"
                checked={loanTypeIds.includes(loanTypeId)}
                onChange={(checked) =>
                  onChange({
                    loanTypeIds: checked
                      ? [...loanTypeIds, loanTypeId]
                      : loanTypeIds.filter((one) => one !== loanTypeId),
                  })
                }
              >
                {name}
                {loans && <Count>{loanCountText(loans)}</Count>}
              </Checkbox>
            </li>
          )
        })}
      </ul>
    </Group>
  )
}

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-3 font-semibold">{legend}</legend>
    {children}
  </fieldset>
)

/** The number of loans beside the name of an option, read out separately by a screen reader. */
const Count = ({ children }: { children: ReactNode }) => (
  <>
    {' '}
    <span className="figures ml-1 text-table text-mute">{children}</span>
  </>
)
