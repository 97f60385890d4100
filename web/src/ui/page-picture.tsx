import type { ReactNode } from 'react'

/** The stroke of the lines in a picture of an empty list. */
export const line = {
  fill: 'none',
  stroke: 'var(--color-brand)',
  strokeWidth: 2,
  strokeLinecap: 'round',
} as const

export const PictureFrame = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 192 144" width="192" height="144" aria-hidden>
    {children}
  </svg>
)

/** An empty ledger page with one seedling. */
export function PagePicture() {
  return (
    <PictureFrame>
      <ellipse cx="96" cy="130" rx="66" ry="8" fill="var(--color-idle-tint)" />
      <rect x="52" y="18" width="88" height="110" rx="12" fill="var(--color-brand-tint)" />
      <path d="M68 42h34M68 58h56M68 74h44" {...line} opacity=".35" />
      <path d="M68 112c10-6 18-6 28-1s18 4 28-1" {...line} />
      <path d="M96 108V90m0 8c-8 0-11-5-11-11 8 0 11 5 11 11Zm0-3c8 0 11-5 11-11-8 0-11 5-11 11Z" {...line} />
    </PictureFrame>
  )
}
