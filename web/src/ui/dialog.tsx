import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { useBackCloses } from './back-closes.ts'
import { cx } from './cx.ts'
import { hidePage } from './hide-page.ts'
import { IconButton } from './icon-button.tsx'

type Props = {
  /** Nothing in it can take the focus, so that it is scrolled by keyboard itself. */
  isOnlyRead?: boolean
  open: boolean
  /** Called with false by Escape, the close button, a press outside the dialog and the browser's Back. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Buttons at the end of the dialog; on a phone they stick to the lower edge. */
  footer?: ReactNode
  children?: ReactNode
  /** Width: small 440 px, medium 560 px, large 880 px; third is 30% of a desktop's width. */
  size?: 'small' | 'medium' | 'large' | 'third'
  /** True while work is running: Escape and a press outside do not close the dialog, and it has no close button. */
  locked?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /** Gets the focus when the dialog closes, instead of the opening element. */
  finalFocus?: RefObject<HTMLElement | null>
  /** Called when the closing animation has ended; typed values can be cleared then. */
  onClosed?: () => void
  /** True when the dialog already has a history entry of its own, so that Back closes it anyway. */
  ownsEntry?: boolean
}

const widths = {
  small: 'sm:w-110',
  medium: 'sm:w-140',
  large: 'sm:w-220',
  third: 'sm:w-110 lg:w-[30vw]',
} as const

/**
 * A modal dialog: the focus stays inside and returns to the opening element. On a phone it is a bottom sheet. The page
 * has one scrim however many dialogs are open: a dialog below another one is dimmed itself. A form inside gives its footer button `form="id-of-form"`.
 */
export function Dialog(props: Props) {
  const { open, onOpenChange, title, description, footer, children, size = 'medium', locked } = props
  useBackCloses(open && !props.ownsEntry, locked ?? false, () => onOpenChange(false))
  useLayoutEffect(() => (open ? hidePage() : undefined), [open])
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (next || !locked) onOpenChange(next)
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) props.onClosed?.()
      }}
    >
      <Base.Portal>
        {/* Both elements cover the viewport, so that a dialog opened later lies above an earlier one. */}
        <Base.Backdrop className="fade fixed inset-0 z-50 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-50 grid grid-cols-[minmax(0,1fr)] place-items-end sm:place-items-center sm:p-6">
          <Base.Popup
            {...(props.initialFocus && { initialFocus: props.initialFocus })}
            {...(props.finalFocus && { finalFocus: props.finalFocus })}
            className={cx(
              'sheet relative flex max-h-[92dvh] w-full flex-col rounded-t-card bg-surface shadow-pop outline-none',
              'sm:max-h-[calc(100dvh-3rem)] sm:max-w-full sm:rounded-card',
              'data-nested-dialog-open:after:absolute data-nested-dialog-open:after:z-20 data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:rounded-[inherit] data-nested-dialog-open:after:bg-scrim',
              widths[size],
            )}
          >
            <header className="flex items-start gap-3 pt-5 pr-3 pb-3 pl-6">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-section font-semibold">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-table text-mute">{description}</Base.Description>
                )}
              </div>
              {!locked && (
                <Base.Close
                  render={
                    <IconButton label="Tutup" className="-mt-2.5">
                      <X size={20} aria-hidden />
                    </IconButton>
                  }
                />
              )}
            </header>
            <div
              {...(props.isOnlyRead && { tabIndex: 0 })}
              className="min-h-0 flex-1 overflow-y-auto px-6 pb-6"
            >
              {children}
            </div>
            {footer && (
              <div className="safe-bottom border-t border-line">
                <div className="flex flex-col-reverse gap-3 px-6 py-4 sm:flex-row sm:justify-end">
                  {footer}
                </div>
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
