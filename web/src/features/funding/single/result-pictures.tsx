const frame = { viewBox: '0 0 520 176', 'aria-hidden': true, className: 'block w-full' } as const

const hills = {
  back: 'M0 118c70-40 140-44 230-16s190 26 290-18v92H0z',
  middle: 'M0 138c90-30 170-30 260-8s170 20 260-12v58H0z',
  front: 'M0 158c100-22 180-20 270-6s160 10 250-8v32H0z',
} as const

/** Illustration of success: planted terraces in the morning. */
export function SuccessPicture() {
  return (
    <svg {...frame}>
      <rect width="520" height="176" fill="var(--color-ok-tint)" />
      <circle cx="260" cy="92" r="64" fill="var(--color-surface)" opacity=".5" />
      <circle cx="260" cy="92" r="44" fill="var(--color-surface)" opacity=".7" />
      <path d={hills.back} fill="var(--color-brand)" opacity=".16" />
      <path d={hills.middle} fill="var(--color-brand)" opacity=".22" />
      <path d={hills.front} fill="var(--color-brand)" opacity=".34" />
      <Seedling x={118} y={116} size={0.8} />
      <Seedling x={404} y={112} size={0.9} />
      <circle cx="260" cy="82" r="30" fill="var(--color-brand)" />
      <path
        d="m246 83 10 10 19-20"
        fill="none"
        stroke="var(--color-on-brand)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Illustration of failure: the same terraces under a grey sky. */
export function FailurePicture() {
  return (
    <svg {...frame}>
      <rect width="520" height="176" fill="var(--color-idle-tint)" />
      <path d={hills.back} fill="var(--color-idle)" opacity=".1" />
      <path d={hills.middle} fill="var(--color-idle)" opacity=".13" />
      <path d={hills.front} fill="var(--color-idle)" opacity=".18" />
      <circle cx="260" cy="82" r="30" fill="var(--color-bad)" />
      <path
        d="M260 67v18m0 11v.5"
        fill="none"
        stroke="var(--color-surface)"
        strokeWidth="5.5"
        strokeLinecap="round"
      />
    </svg>
  )
}

function Seedling({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`} fill="var(--color-brand)">
      <path d="M-1.5 30V6h3v24z" />
      <path d="M0 12c-14 0-20-8-20-18C-8-6 0 0 0 12Z" />
      <path d="M0 8C0-4 8-10 20-10 20 2 14 8 0 8Z" opacity=".75" />
    </g>
  )
}
