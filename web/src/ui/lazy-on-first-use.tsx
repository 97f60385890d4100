import { type ComponentType, type ReactNode, useState } from 'react'
import { lazyPart, Part } from './lazy-part.tsx'
import { toastPartMissing } from './part-missing.tsx'

export type ClosedState = {
  onPress: () => void
  /** True when the control was pressed and its script is still loading. */
  busy: boolean
  /** Called on hover or focus, to load the script before the press. */
  onApproach: () => void
}

/**
 * A control whose script loads with its first use; it then mounts open.
 * @param load loads the control, which is open when it mounts
 * @param Closed the control until then, and again if its script fails to load
 */
export function lazyOnFirstUse<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Closed: ComponentType<P & ClosedState>,
): ComponentType<P> {
  const Opened = lazyPart(load)
  const onApproach = () => void Opened.preload()
  return function LazyControl(props: P) {
    const [pressed, setPressed] = useState(false)
    const closed = (
      <Closed {...props} onPress={() => setPressed(true)} busy={pressed} onApproach={onApproach} />
    )
    if (!pressed) return closed
    const giveUp = () => {
      setPressed(false)
      toastPartMissing()
    }
    return (
      <Part loading={closed} notLoaded={() => closed} onNotLoaded={giveUp}>
        <Opened {...props} />
      </Part>
    )
  }
}

type ClosedButtonProps = ClosedState & {
  popup: 'menu' | 'dialog'
  className: string | undefined
  children: ReactNode
}

/** The button of a popup while the script of the popup is not loaded. */
export const ClosedButton = ({
  popup,
  className,
  onPress,
  busy,
  onApproach,
  children,
}: ClosedButtonProps) => (
  <button
    type="button"
    aria-haspopup={popup}
    aria-expanded={false}
    aria-busy={busy || undefined}
    className={className}
    onClick={onPress}
    onPointerEnter={onApproach}
    onFocus={onApproach}
  >
    {children}
  </button>
)
