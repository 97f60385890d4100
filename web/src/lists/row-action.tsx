import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { toast } from '../ui/toast-store.ts'

type Props = {
  /** The action and its object, for a screen reader. */
  name: string
  icon: ReactNode
  /** Tooltip, for layouts that hide the label. */
  title?: string | undefined
  className?: string
  disabled?: boolean | undefined
  /** Called synchronously in the click event. */
  act: () => Promise<void>
  children: ReactNode
}

/** A quiet button in a row of a list: busy while the action runs; a failure is shown as a toast. */
export function RowAction({ name, icon, title, className, disabled, act, children }: Props) {
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="quiet"
      className={cx('gap-1.5! px-2! text-table', className)}
      icon={icon}
      aria-label={name}
      title={title}
      busy={busy}
      disabled={disabled}
      onClick={press}
    >
      {children}
    </Button>
  )
}
