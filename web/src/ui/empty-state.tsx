import type { ReactNode } from 'react'
import { EmptyMessage } from './empty-message.tsx'
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
export const EmptyState = ({ picture, ...message }: Props) => (
  <EmptyMessage picture={<EmptyPicture name={picture} />} {...message} />
)
