import { Search } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { stillToArrive } from './own-values.ts'
import { TextField } from './text-field.tsx'

const typingPause = 300

type Props = {
  label: string
  placeholder: string
  /** The longest text that can be searched for. */
  maxLength?: number
  /** The search text that is currently applied. */
  value: string
  /** Called with the trimmed text 300 ms after the last key, or when the field is left. */
  onSearch: (text: string) => void
  inputMode?: 'search' | 'numeric'
  hideLabel?: boolean
  /** What the field keeps of a typed text. */
  clean?: (typed: string) => string
  className?: string
  /** Shown at the end of the field. */
  suffix?: ReactNode
}

/** A text filter that is applied when typing pauses. A value changed elsewhere (back, reset) shows at once. */
export function SearchField({ value, onSearch, clean = (typed) => typed, ...field }: Props) {
  /** The text being typed; null when the field shows the value. */
  const [draft, setDraft] = useState<string | null>(null)
  const [sent, setSent] = useState<readonly string[]>([])
  const [shownFor, setShownFor] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Typed text that was replaced from outside must not be searched for any more.
  useEffect(() => {
    if (draft === null) clearTimeout(timer.current)
  }, [draft])

  if (shownFor !== value) {
    setShownFor(value)
    const coming = stillToArrive(sent, value)
    setSent(coming ?? [])
    // A value that this field itself set does not interrupt typing. Any other value came from outside and replaces the
    // draft.
    if (coming === null) setDraft(null)
  }

  function search(typed: string) {
    clearTimeout(timer.current)
    const text = typed.trim()
    if (text === (sent.at(-1) ?? value)) return
    setSent((before) => [...before, text])
    onSearch(text)
  }

  return (
    <TextField
      inputMode="search"
      suffix={<Search aria-hidden className="mr-3 size-4 shrink-0 text-mute" />}
      {...field}
      autoComplete="off"
      spellCheck={false}
      value={draft ?? value}
      onChange={({ target }) => {
        clearTimeout(timer.current)
        const typed = clean(target.value)
        setDraft(typed)
        timer.current = setTimeout(search, typingPause, typed)
      }}
      onBlur={({ target }) => {
        // In one transition, so that the old text does not flash before the new value arrives.
        startTransition(() => {
          search(target.value)
          setDraft(null)
        })
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') search(currentTarget.value)
      }}
    />
  )
}
