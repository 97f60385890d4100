import { line, PagePicture, PictureFrame } from './page-picture.tsx'

export type EmptyPictureName = 'marketplace' | 'list' | 'filter' | 'failed' | 'offline'

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

/** A page that is torn across, for content that could not be loaded. */
function TornPage() {
  return (
    <PictureFrame>
      <ellipse cx="96" cy="130" rx="66" ry="8" fill="var(--color-idle-tint)" />
      <path
        d="M64 18h64a12 12 0 0 1 12 12v34l-15 9-14-10-15 11-15-11-14 10-15-9V30a12 12 0 0 1 12-12z"
        fill="var(--color-warn-tint)"
      />
      <path
        d="M52 80l15 9 14-10 15 11 15-11 14 10 15-9v36a12 12 0 0 1-12 12H64a12 12 0 0 1-12-12z"
        fill="var(--color-warn-tint)"
        opacity=".6"
      />
      <path d="M68 38h34M68 52h50" {...line} stroke="var(--color-warn)" opacity=".4" />
      <path d="M96 98v12m0 8v.5" {...line} stroke="var(--color-warn)" strokeWidth={4} />
    </PictureFrame>
  )
}

/** A cloud without its signal, for content that waits for the network. */
function Cloud() {
  return (
    <PictureFrame>
      <ellipse cx="96" cy="130" rx="66" ry="8" fill="var(--color-idle-tint)" />
      <path d="M60 108a26 26 0 0 1-2-52 36 36 0 0 1 69-6 29 29 0 0 1 7 58z" fill="var(--color-idle-tint)" />
      <path
        d="M73 74a34 34 0 0 1 46 0M82 84a20 20 0 0 1 28 0"
        {...line}
        stroke="var(--color-idle)"
        opacity=".5"
      />
      <circle cx="96" cy="95" r="4" fill="var(--color-idle)" />
      <path d="M62 40l68 76" {...line} stroke="var(--color-idle)" strokeWidth={4} />
    </PictureFrame>
  )
}

const pictures = {
  marketplace: Terraces,
  list: PagePicture,
  filter: Lens,
  failed: TornPage,
  offline: Cloud,
} as const

export function EmptyPicture({ name }: { name: EmptyPictureName }) {
  const Picture = pictures[name]
  return <Picture />
}
