import { parseRupiah } from '@pematang/contract/format/rupiah'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  type Ref,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from './cx.ts'
import { describedBy, FieldFrame, type FieldProps, fieldBox, fieldInput } from './field.tsx'
import { empty, isOpen, moneyText, readTyped } from './money-text.ts'

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

const unread = {
  pasted: 'Jumlah yang ditempel tidak terbaca. Ketik rupiah utuh, misalnya 150.000.',
  typed: 'Jumlah ini tidak terbaca. Ketik rupiah utuh, misalnya 150.000.',
}
const noCents = 'Rupiah utuh: angka setelah koma tidak dipakai.'

/**
 * An amount in whole rupiah: digits only, dots between thousands, `Rp` before it; `readTyped` says what is read of typed
 * text, at the end of a composition. A pasted, dropped or dictated text replaces the value: with the amount if it is
 * unambiguous, otherwise with an empty value and an error sentence.
 */
export function MoneyField({ label, error, hint, hideLabel, className, value, onChange, ...rest }: Props) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [typed, setTyped] = useState(empty)
  const [composed, setComposed] = useState<string | null>(null)
  const caret = useRef<{ input: HTMLInputElement; after: number } | null>(null)
  const { suffix, ref, onBlur, ...input } = rest
  // What was typed is shown as long as it means the value; another value comes from elsewhere.
  const shown = typed.value === value ? typed : moneyText(value)
  const sentence = (value === null ? problem : null) ?? error
  const frame = {
    label,
    error: sentence,
    hint: shown.text.endsWith(',') ? noCents : hint,
    hideLabel: hideLabel ?? false,
    className: className ?? '',
  }

  // Grouping moves the digits: the caret stays behind the same number of them.
  useLayoutEffect(() => {
    if (!caret.current) return
    const { input: field, after } = caret.current
    caret.current = null
    const place = placeAfter(field.value, after)
    field.setSelectionRange(place, place)
  })

  /** @param chunk what was put in at once: by a key a character, by dictation or a keyboard's suggestion a whole text */
  function read(field: HTMLInputElement, chunk: string | null) {
    if (chunk !== null && chunk.length > 1 && /[^\d.,\s]/u.test(chunk)) return take(chunk)
    const end = field.selectionStart ?? field.value.length
    const isAtEnd = end === field.value.length
    const next = readTyped(shown, field.value)
    if (!isAtEnd) caret.current = { input: field, after: digitsIn(field.value.slice(0, end)) }
    setProblem(null)
    setTyped(next)
    if (next.value !== value) onChange(next.value)
  }

  function drop(event: ClipboardEvent | DragEvent, transfer: DataTransfer) {
    event.preventDefault()
    if (!input.disabled && !input.readOnly) take(transfer.getData('text'))
  }

  function take(text: string) {
    const amount = parseRupiah(text)
    const next = moneyText(amount !== null && amount >= 0 ? amount : null)
    setProblem(next.value === null ? unread.pasted : null)
    setTyped(next)
    onChange(next.value)
  }

  function leave() {
    if (shown.value === null && isOpen(shown.text)) setProblem(unread.typed)
    else setTyped(moneyText(shown.value))
    onBlur?.()
  }

  return (
    <FieldFrame id={id} {...frame}>
      <div className={fieldBox(Boolean(sentence), input.disabled || input.readOnly)}>
        <span className="shrink-0 border-r border-line px-3 text-mute">Rp</span>
        <input
          {...input}
          {...(ref && { ref })}
          id={id}
          type="text"
          value={composed ?? shown.text}
          onChange={({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
            composed === null
              ? read(target, (nativeEvent as InputEvent).data ?? null)
              : setComposed(target.value)
          }
          onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
          onCompositionEnd={({ currentTarget, data }) => {
            setComposed(null)
            read(currentTarget, data)
          }}
          onBlur={leave}
          onPaste={(event: ClipboardEvent) => drop(event, event.clipboardData)}
          onDrop={(event: DragEvent) => drop(event, event.dataTransfer)}
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

const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length

/** The place in a text behind so many digits. */
function placeAfter(text: string, digits: number): number {
  let place = 0
  for (let left = digits; left > 0 && place < text.length; place += 1)
    if (/\d/.test(text[place] ?? '')) left -= 1
  return place
}
