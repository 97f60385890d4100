import type { ActionField } from '@pematang/contract/staff/actions'
import { Checkbox } from '../../ui/checkbox.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { DocumentField } from './document-field.tsx'
import { choicesOf } from './input.ts'

type Props = {
  field: ActionField
  value: string
  error: string | undefined
  /** What the page that opened the form has filled in, in words. */
  given: string | undefined
  onChange: (value: string) => void
}

const ofPages: readonly ActionField['kind'][] = ['LENDER', 'LOAN', 'PAYMENT', 'WITHDRAWAL', 'LINE']

const typing: Partial<Record<ActionField['kind'], Record<string, string>>> = {
  PHONE: { type: 'tel', inputMode: 'tel', autoComplete: 'off' },
  EMAIL: { type: 'email', inputMode: 'email', autoComplete: 'off' },
  DATE: { type: 'date', className: 'max-w-60' },
  COUNT: { inputMode: 'numeric', className: 'max-w-60' },
  NUMBER: { inputMode: 'decimal', className: 'max-w-60' },
}

/** One field of an action, by its kind. */
export function ActionFieldView({ field, value, error, given, onChange }: Props) {
  const { kind, required, help, choices } = field
  const label = required ? field.label : `${field.label} (boleh kosong)`
  // The browser's own date field shows how it is filled.
  const frame = { label, error, hint: kind === 'DATE' ? null : help }
  if (given !== undefined && ofPages.includes(kind))
    return (
      <div className="grid gap-0.5">
        <p className="text-meta text-mute">{field.label}</p>
        <p className="text-table font-medium wrap-anywhere">{given}</p>
      </div>
    )
  switch (kind) {
    case 'RUPIAH':
      return (
        <MoneyField
          {...frame}
          className="max-w-60"
          value={value === '' ? null : Number(value)}
          onChange={(amount) => onChange(amount === null ? '' : String(amount))}
        />
      )
    case 'CHOICE':
      return (
        <ChoiceField
          {...frame}
          value={value}
          options={choices}
          placeholder={required ? 'Pilih' : 'Tidak diisi'}
          onChange={onChange}
        />
      )
    case 'CHOICES':
      return <Choices field={field} value={value} error={error} onChange={onChange} />
    case 'YES':
      return <Yes field={field} value={value} error={error} onChange={onChange} />
    case 'DOCUMENT':
      return <DocumentField {...frame} value={value} onChange={onChange} />
    case 'LONG_TEXT':
      return <TextArea {...frame} rows={3} value={value} onChange={({ target }) => onChange(target.value)} />
    default:
      return (
        <TextField
          {...frame}
          {...typing[kind]}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}

function Choices({ field, value, error, onChange }: Omit<Props, 'given'>) {
  const chosen = choicesOf(value)
  return (
    <fieldset className="min-w-0">
      <legend className="text-table font-medium">{field.label}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {field.choices.map((choice) => (
          <Checkbox
            key={choice.value}
            checked={chosen.includes(choice.value)}
            onChange={(checked) =>
              onChange(
                field.choices
                  .map((one) => one.value)
                  .filter((one) => (one === choice.value ? checked : chosen.includes(one)))
                  .join(','),
              )
            }
          >
            {choice.label}
          </Checkbox>
        ))}
      </div>
      {(error ?? field.help) && (
        <p className={error ? 'text-table text-bad' : 'text-table text-mute'}>{error ?? field.help}</p>
      )}
    </fieldset>
  )
}

const Yes = ({ field: { label, help }, value, error, onChange }: Omit<Props, 'given'>) => (
  <div>
    <Checkbox checked={value === 'true'} onChange={(checked) => onChange(checked ? 'true' : '')}>
      {label}
    </Checkbox>
    {(error ?? help) && (
      <p className={error ? 'text-table text-bad' : 'text-table text-mute'}>{error ?? help}</p>
    )}
  </div>
)
