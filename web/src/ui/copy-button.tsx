import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { toast } from './toast-store.ts'

const feedbackMs = 2_500

type Props = {
  text: string
  /** What is copied, as it stands in a sentence: `nomor virtual account BNI`. */
  what: string
  className?: string
}

/** Puts a text on the clipboard, and says for a moment that it did. */
export function CopyButton({ text, what, className }: Props) {
  // How often it was copied in the present moment of feedback; each copy starts the moment anew.
  const [copies, setCopies] = useState(0)
  const isFresh = copies > 0

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), feedbackMs)
    return () => clearTimeout(timer)
  }, [copies])

  async function copy() {
    try {
      // Pages that came over plain http have no clipboard at all.
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
