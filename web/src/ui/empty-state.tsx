import type { ReactNode } from 'react'
import { EmptyPicture, type EmptyPictureName } from './empty-pictures.tsx'

type Props = {
  picture: EmptyPictureName
  title: ReactNode
  /** The reason why the list is empty, or advice. */
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** Shown for an empty list: a picture, the reason and one action. */
export function EmptyState({ picture, title, children, action }: Props) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <EmptyPicture name={picture} />
      <p className="mt-3 max-w-100 text-section font-semibold text-balance">{title}</p>
      {children && <p className="max-w-100 text-mute text-balance">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
