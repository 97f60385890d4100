import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { toast } from '../ui/toast-store.ts'

type Props = {
  /** What it does and to what, for a screen reader. */
  name: string
  icon: ReactNode
  className?: string
  /** Called straight from the press. */
  act: () => Promise<void>
  children: ReactNode
}

/** A quiet button in a row of a list: busy while it works, and a toast when that fails. */
export function RowAction({ name, icon, className, act, children }: Props) {
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
      busy={busy}
      onClick={press}
    >
      {children}
    </Button>
  )
}
