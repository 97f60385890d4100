import { parseRupiah } from '@pematang/contract/format/rupiah'
import { type ClipboardEvent, type DragEvent, type ReactNode, type Ref, useId, useState } from 'react'
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
  /** True for a field that is shown and read out, but cannot be changed by typing. */
  readOnly?: boolean
  autoFocus?: boolean
  suffix?: ReactNode
  ref?: Ref<HTMLInputElement>
}

const unread = 'Jumlah yang ditempel tidak terbaca. Ketik rupiah utuh, misalnya 150.000.'

/**
 * An amount in whole rupiah: digits only, dots between thousands, `Rp` before it. A pasted or dropped text replaces the
 * value: with the amount if it is unambiguous, otherwise with an empty value and an error sentence.
 */
export function MoneyField({ label, error, hint, hideLabel, className, value, onChange, ...rest }: Props) {
  const id = useId()
  const [isUnread, setUnread] = useState(false)
  const { suffix, ref, ...input } = rest
  const sentence = isUnread ? unread : error
  const frame = { label, error: sentence, hint, hideLabel: hideLabel ?? false, className: className ?? '' }

  function take(event: ClipboardEvent | DragEvent, transfer: DataTransfer) {
    event.preventDefault()
    if (input.disabled || input.readOnly) return
    const amount = parseRupiah(transfer.getData('text'))
    const isAmount = amount !== null && amount >= 0
    setUnread(!isAmount)
    onChange(isAmount ? amount : null)
  }

  return (
    <FieldFrame id={id} {...frame}>
      <div className={fieldBox(Boolean(sentence), input.disabled || input.readOnly)}>
        <span className="shrink-0 border-r border-line px-3 text-mute">Rp</span>
        <NumericFormat
          {...input}
          {...(ref && { getInputRef: ref })}
          id={id}
          // The value is a text, so that a typed leading zero disappears with the next render.
          value={value === null ? '' : String(value)}
          valueIsNumericString
          onValueChange={({ floatValue }, { event }) => {
            if (!event) return
            setUnread(false)
            onChange(floatValue ?? null)
          }}
          onPaste={(event: ClipboardEvent) => take(event, event.clipboardData)}
          onDrop={(event: DragEvent) => take(event, event.dataTransfer)}
          isAllowed={({ floatValue }) => floatValue === undefined || Number.isSafeInteger(floatValue)}
          thousandSeparator="."
          decimalSeparator=","
          decimalScale={0}
          allowNegative={false}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={Boolean(sentence)}
          aria-describedby={describedBy(id, frame)}
          className={cx(fieldInput, 'figures h-[42px] text-right')}
        />
        {suffix}
      </div>
    </FieldFrame>
  )
}
