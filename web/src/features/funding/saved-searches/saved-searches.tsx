import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import type { SavedSearchesProps } from './saved-searches-dialog.tsx'

const LazyDialog = lazyPart(() =>
  import('./saved-searches-dialog.tsx').then((module) => module.SavedSearchesDialog),
)

/** A button that opens the lender's saved searches; their code is loaded on the first press. */
export function SavedSearches(props: SavedSearchesProps) {
  const [open, setOpen] = useState(false)
  const approach = () => void LazyDialog.preload()
  return (
    <>
      <Button
        variant="quiet"
        className="px-3!"
        icon={<Bookmark size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={approach}
        onFocus={approach}
      >
        <span className="sr-only">Pencarian </span>
        <span className="inline-block first-letter:uppercase max-sm:sr-only">tersimpan</span>
      </Button>
      {open && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            setOpen(false)
            toastPartMissing()
          }}
        >
          <LazyDialog {...props} onClosed={() => setOpen(false)} />
        </Part>
      )}
    </>
  )
}
