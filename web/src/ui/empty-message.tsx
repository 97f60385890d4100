import type { ReactNode } from 'react'

type Props = {
  picture: ReactNode
  title: ReactNode
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** A message in place of content: a picture, what is missing, the reason or advice, and one action. */
export const EmptyMessage = ({ picture, title, children, action }: Props) => (
  <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
    {picture}
    <p className="mt-3 max-w-100 text-section font-semibold text-balance">{title}</p>
    {children && <p className="max-w-100 text-mute text-balance">{children}</p>}
    {action && <div className="mt-4">{action}</div>}
  </div>
)
