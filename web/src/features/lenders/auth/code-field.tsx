import { otpLength } from '@pematang/contract/lenders/auth/rules'
import { type Ref, useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { describedBy, FieldFrame } from '../../../ui/field.tsx'
import { codeIn } from './code.ts'

type Props = {
  value: string
  onChange: (code: string) => void
  error: string | null
  hint: string
  readOnly: boolean
  ref: Ref<HTMLInputElement>
}

const places = Array.from({ length: otpLength }, (_, place) => place)

/**
 * A field for the code of an SMS: one input, drawn as one box per character. It supports keyboard, screen reader, paste
 * and the phone's own suggestion.
 */
export function CodeField({ value, onChange, error, hint, readOnly, ref }: Props) {
  const id = useId()
  const [focused, setFocused] = useState(false)
  const frame = { label: 'Kode verifikasi', error, hint }
  const next = Math.min(value.length, otpLength - 1)
  return (
    <FieldFrame id={id} {...frame}>
      <div className="relative">
        <div aria-hidden className="grid grid-cols-6 gap-2">
          {places.map((place) => (
            <span
              key={place}
              className={cx(
                'figures grid h-13 place-items-center rounded-control border bg-surface text-money font-semibold transition-shadow',
                error ? 'border-bad' : 'border-field-line',
                readOnly && 'bg-sunken text-mute',
                focused &&
                  place === next &&
                  (error ? 'ring-2 ring-bad/30' : 'border-brand ring-2 ring-brand/25'),
              )}
            >
              {value[place] ?? (focused && place === next && <Caret />)}
            </span>
          ))}
        </div>
        <input
          ref={ref}
          id={id}
          name="otpCode"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={value}
          readOnly={readOnly}
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy(id, frame)}
          onChange={(event) => onChange(codeIn(event.target.value))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onSelect={(event) => {
            // Keeps the cursor at the end, because the boxes do not show a cursor position.
            const { value: shown, selectionEnd } = event.currentTarget
            if (selectionEnd !== shown.length)
              event.currentTarget.setSelectionRange(shown.length, shown.length)
          }}
          className="absolute inset-0 size-full cursor-text opacity-0"
        />
      </div>
    </FieldFrame>
  )
}

const Caret = () => <span className="h-6 w-px animate-glow bg-ink" />
