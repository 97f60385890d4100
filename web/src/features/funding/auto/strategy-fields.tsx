import { longestName } from './names.ts'
import type { ReactNode } from 'react'
import { MoneyField } from '../../../ui/money-field.tsx'
import { MultiSelect, Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { countText } from '../../../ui/count-text.ts'
import type { Draft, Problems } from './draft.ts'
import { useChoices } from './strategy-queries.ts'

type Props = { draft: Draft; problems: Problems; onChange: (part: Partial<Draft>) => void }

const percent = <span className="pr-3 text-mute">%</span>
const pair = 'grid grid-cols-1 items-start gap-4 sm:grid-cols-2'

export function StrategyFields(props: Props) {
  const { draft, problems, onChange } = props
  return (
    <>
      <TextField
        label="Nama strategi"
        autoComplete="off"
        maxLength={longestName}
        value={draft.name}
        error={problems.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Group legend="Pinjaman yang dicari">
        <LoanChoices {...props} />
        <div className={pair}>
          {(['interestFrom', 'interestTo'] as const).map((field) => (
            <TextField
              key={field}
              label={field === 'interestFrom' ? 'Bunga terendah per tahun' : 'Bunga tertinggi per tahun'}
              inputMode="decimal"
              autoComplete="off"
              suffix={percent}
              value={draft[field]}
              error={problems[field]}
              onChange={({ target }) => onChange({ [field]: target.value })}
            />
          ))}
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {(['tenorFrom', 'tenorTo'] as const).map((field) => (
            <TextField
              key={field}
              label={field === 'tenorFrom' ? 'Tenor terpendek' : 'Tenor terpanjang'}
              inputMode="numeric"
              autoComplete="off"
              value={draft[field]}
              error={problems[field]}
              onChange={({ target }) => onChange({ [field]: target.value })}
            />
          ))}
          <Select
            label="Satuan tenor"
            value={draft.tenorPeriod}
            options={[
              { value: '0', label: 'Semua satuan' },
              { value: '1', label: 'Hari' },
              { value: '2', label: 'Minggu' },
              { value: '3', label: 'Bulan' },
            ]}
            onChange={(tenorPeriod) => onChange({ tenorPeriod })}
          />
        </div>
      </Group>
      <AmountFields {...props} />
    </>
  )
}

/** Options for the types and ratings of open loans, plus those that are already selected. */
function LoanChoices({ draft, onChange }: Props) {
  const { data } = useChoices()
  const types = (data?.types ?? []).map(({ loanTypeId, loanTypeName, count }) => ({
    value: String(loanTypeId),
    label: loanTypeName,
    note: countText(count),
  }))
  const grades = (data?.grades ?? []).map(({ grade, count }) => ({
    value: grade ?? '-',
    label: grade ?? 'Tanpa rating',
    note: countText(count),
  }))
  const withChosen = (options: { value: string; label: string }[], chosen: readonly string[]) => [
    ...options,
    ...chosen
      .filter((value) => !options.some((option) => option.value === value))
      .map((value) => ({ value, label: value })),
  ]
  return (
    <div className={pair}>
      <MultiSelect
        label="Jenis pinjaman"
        placeholder="Semua jenis"
        options={withChosen(types, draft.loanTypes)}
        value={draft.loanTypes}
        onChange={(loanTypes) => onChange({ loanTypes })}
      />
      <MultiSelect
        label="Rating"
        placeholder="Semua rating"
        options={withChosen(grades, draft.grades)}
        value={draft.grades}
        onChange={(chosen) => onChange({ grades: chosen })}
      />
    </div>
  )
}

function AmountFields({ draft, problems, onChange }: Props) {
  return (
    <Group legend="Jumlah">
      <div className={pair}>
        <Select
          label="Jumlah per pinjaman"
          value={draft.kind}
          options={[
            { value: 'FIXED', label: 'Jumlah tetap' },
            { value: 'SHARE', label: 'Bagian dari portofolio' },
          ]}
          onChange={(kind) => onChange({ kind })}
        />
        {draft.kind === 'FIXED' ? (
          <MoneyField
            label="Rupiah per pinjaman"
            value={draft.amount}
            error={problems.amount}
            onChange={(amount) => onChange({ amount })}
          />
        ) : (
          <TextField
            label="Paling banyak dari portofolio"
            inputMode="decimal"
            autoComplete="off"
            suffix={percent}
            value={draft.share}
            error={problems.share}
            onChange={({ target }) => onChange({ share: target.value })}
          />
        )}
        <MoneyField
          label="Anggaran seluruhnya"
          value={draft.budget}
          error={problems.budget}
          onChange={(budget) => onChange({ budget })}
        />
        <MoneyField
          label="Paling banyak per Penerima Dana"
          hint="Semua pendanaan Anda kepadanya dihitung."
          value={draft.mostPerBorrower}
          error={problems.mostPerBorrower}
          onChange={(mostPerBorrower) => onChange({ mostPerBorrower })}
        />
        <MoneyField
          label="Cash balance yang disisakan"
          value={draft.cashToKeep}
          onChange={(cashToKeep) => onChange({ cashToKeep })}
        />
      </div>
      <Switch checked={draft.reinvest} onChange={(reinvest) => onChange({ reinvest })}>
        Danakan lagi pokok yang kembali
      </Switch>
    </Group>
  )
}

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="grid gap-4">
    <legend className="mb-3 font-semibold">{legend}</legend>
    {children}
  </fieldset>
)
