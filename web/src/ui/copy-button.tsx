import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { toast } from './toast-store.ts'

const feedbackMs = 2_500

type Props = {
  text: string
  /** The noun for the copied text: `nomor virtual account BNI`. */
  what: string
  className?: string
}

/** Copies a text to the clipboard, and confirms it for a moment. */
export function CopyButton({ text, what, className }: Props) {
  // Counts the copies during the current confirmation; each copy restarts its timer.
  const [copies, setCopies] = useState(0)
  const isFresh = copies > 0

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), feedbackMs)
    return () => clearTimeout(timer)
  }, [copies])

  async function copy() {
    try {
      // Throws on pages served over plain http, which have no clipboard API.
      await navigator.clipboard.writeText(text)
      setCopies((count) => count + 1)
    } catch {
      toast.error(`Salin ${what} secara manual: browser ini tidak mengizinkan penyalinan otomatis.`)
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        className={className ?? ''}
        icon={isFresh ? <Check size={18} aria-hidden className="text-ok" /> : <Copy size={18} aria-hidden />}
        aria-label={isFresh ? `Tersalin: ${what}` : `Salin ${what}`}
        onClick={() => void copy()}
      >
        {isFresh ? 'Tersalin' : 'Salin'}
      </Button>
      <span role="status" className="sr-only">
        {isFresh ? `Tersalin: ${what}` : ''}
      </span>
    </>
  )
}
