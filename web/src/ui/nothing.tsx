import type { ReactNode } from 'react'

/** A quiet line in the place of an empty list. */
export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-6 text-center text-table text-mute sm:px-5">{children}</p>
)
