import { type ReactNode, type Ref, useId } from 'react'
import { NumericFormat } from 'react-number-format'
import { cx } from './cx.ts'
import { describedBy, FieldFrame, type FieldProps, fieldBox, fieldInput } from './field.tsx'

type Props = FieldProps & {
  /** Whole rupiah, or null while empty. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  name?: string
  disabled?: boolean
  /** Locked: shown and read out, but not changed by typing. */
  readOnly?: boolean
  autoFocus?: boolean
  suffix?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** An amount in whole rupiah: digits only, dots between thousands, `Rp` before it. */
export function MoneyField({ label, error, hint, hideLabel, className, value, onChange, ...rest }: Props) {
  const id = useId()
  const { suffix, ref, ...input } = rest
  const frame = { label, error, hint, hideLabel: hideLabel ?? false, className: className ?? '' }
  return (
    <FieldFrame id={id} {...frame}>
      <div className={fieldBox(Boolean(error), input.disabled || input.readOnly)}>
        <span className="shrink-0 border-r border-line px-3 text-mute">Rp</span>
        <NumericFormat
          {...input}
          {...(ref && { getInputRef: ref })}
          id={id}
          value={value ?? ''}
          onValueChange={({ floatValue }, { event }) => {
            if (event) onChange(floatValue ?? null)
          }}
          isAllowed={({ floatValue }) => floatValue === undefined || Number.isSafeInteger(floatValue)}
          thousandSeparator="."
          decimalSeparator=","
          decimalScale={0}
          allowNegative={false}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy(id, frame)}
          className={cx(fieldInput, 'figures h-[42px] text-right')}
        />
        {suffix}
      </div>
    </FieldFrame>
  )
}
