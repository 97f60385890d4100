import { line, PagePicture, PictureFrame } from './page-picture.tsx'

export type EmptyPictureName = 'marketplace' | 'list' | 'filter'

/** A picture of harvested terraces under a full sun, for a list in which every loan is funded. */
function Terraces() {
  return (
    <PictureFrame>
      <circle cx="138" cy="42" r="20" fill="var(--color-warn-tint)" />
      <circle cx="138" cy="42" r="12" fill="var(--color-warn)" opacity=".5" />
      <path
        d="M8 78c28-16 52-16 88-3s60 12 88-3v56a12 12 0 0 1-12 12H20a12 12 0 0 1-12-12z"
        fill="var(--color-brand-tint)"
      />
      <path d="M8 78c28-16 52-16 88-3s60 12 88-3" {...line} opacity=".35" />
      <path d="M8 98c28-16 52-16 88-3s60 12 88-3" {...line} opacity=".6" />
      <path d="M8 118c28-16 52-16 88-3s60 12 88-3" {...line} />
      <path d="M52 68v-14m0 6c-6 0-8-4-8-8 6 0 8 4 8 8Zm0-2c6 0 8-4 8-8-6 0-8 4-8 8Z" {...line} />
      <path d="M76 70V58m0 5c-5 0-7-3-7-7 5 0 7 3 7 7Zm0-2c5 0 7-3 7-7-5 0-7 3-7 7Z" {...line} opacity=".6" />
    </PictureFrame>
  )
}

/** A magnifying glass over empty contour lines. */
function Lens() {
  return (
    <PictureFrame>
      <path d="M14 56c28-14 48-14 82-2s56 10 82-2" {...line} opacity=".18" />
      <path d="M14 82c28-14 48-14 82-2s56 10 82-2" {...line} opacity=".18" />
      <path d="M14 108c28-14 48-14 82-2s56 10 82-2" {...line} opacity=".18" />
      <circle cx="88" cy="68" r="38" fill="var(--color-surface)" />
      <circle cx="88" cy="68" r="38" fill="var(--color-brand-tint)" />
      <circle cx="88" cy="68" r="38" {...line} strokeWidth={3} />
      <path d="m117 97 26 26" {...line} strokeWidth={7} />
      <path d="M74 68h28" {...line} strokeWidth={3} opacity=".6" />
    </PictureFrame>
  )
}

const pictures = { marketplace: Terraces, list: PagePicture, filter: Lens } as const

export function EmptyPicture({ name }: { name: EmptyPictureName }) {
  const Picture = pictures[name]
  return <Picture />
}
