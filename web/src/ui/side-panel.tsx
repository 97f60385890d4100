import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

type Props = {
  label: string
  /** Shown at the top beside the button that closes the panel. */
  head: ReactNode
  /** Called by Escape, the close button and a press outside; the panel has a history entry of its own. */
  onClose: () => void
  children: ReactNode
}

/**
 * A panel at the right edge, over a list that stays in sight and can be scrolled. The focus stays inside; the caller
 * that removes the panel moves it on.
 */
export function SidePanel({ label, head, onClose, children }: Props) {
  return (
    <Base.Root
      open
      modal="trap-focus"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fade fixed inset-0 z-50 bg-scrim/60" />
        <Base.Viewport className="fixed inset-0 z-50 flex justify-end">
          <Base.Popup
            aria-label={label}
            finalFocus={false}
            className="side flex h-full w-168 max-w-full flex-col bg-canvas shadow-pop outline-none"
          >
            <div className="flex items-center gap-1 border-b border-line bg-surface py-2 pr-3 pl-6">
              {head}
              <Base.Close
                render={
                  <IconButton label="Tutup" className="ml-auto">
                    <X size={20} aria-hidden />
                  </IconButton>
                }
              />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-6">{children}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
