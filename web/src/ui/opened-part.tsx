import type { ReactNode } from 'react'
import { Part } from './lazy-part.tsx'
import { toastPartMissing } from './part-missing.tsx'

/** A dialog whose script loads when it is opened; if that fails it closes and says so. */
export const OpenedPart = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Part
    notLoaded={() => null}
    onNotLoaded={() => {
      onClose()
      toastPartMissing()
    }}
  >
    {children}
  </Part>
)
