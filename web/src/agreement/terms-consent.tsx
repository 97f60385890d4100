import { CircleCheck, ExternalLink } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { useHref } from 'react-router'
import { paths, withQuery } from '../paths.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { onTermsRead } from './terms-reading.ts'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The text beside the checkbox: what the lender agrees to. */
  children: ReactNode
}

/**
 * The link to the terms in their own window, and the checkbox, which is enabled once the terms were read to the end.
 */
export function TermsConsent({ checked, onChange, children }: Props) {
  const [reading] = useState(() => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`)
  const [read, setRead] = useState(false)
  const href = useHref(withQuery(paths.terms, { reading }))
  useEffect(() => onTermsRead(reading, () => setRead(true)), [reading])

  function openWindow(event: MouseEvent) {
    // A popup window beside the dialog; if the browser blocks it, the link opens a tab.
    if (window.open(href, `terms-${reading}`, 'popup,width=760,height=820')) event.preventDefault()
  }

  return (
    <div className="min-w-0 flex-1 text-table">
      <p id="terms-hint" aria-live="polite" className="flex flex-wrap items-center gap-x-1.5 text-mute">
        {read && <CircleCheck size={16} aria-hidden className="text-ok" />}
        <span>
          {!read && 'Baca '}
          <a
            href={href}
            target="_blank"
            rel="opener"
            onClick={openWindow}
            className="inline-flex items-center gap-1 rounded-mark py-1 font-semibold text-brand underline underline-offset-4"
          >
            Syarat & Ketentuan
            <ExternalLink size={14} aria-hidden />
          </a>
          {read ? ' sudah dibaca sampai akhir.' : ' sampai akhir untuk dapat menyetujui.'}
        </span>
      </p>
      <Checkbox
        checked={checked}
        onChange={onChange}
        disabled={!read}
        aria-describedby="terms-hint"
        className="font-medium"
      >
        {children}
      </Checkbox>
    </div>
  )
}
