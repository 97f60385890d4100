const terraces = [
  'M0 430c140-70 250-66 400-24s280 54 400-8v402H0z',
  'M0 500c150-62 260-56 410-18s270 44 390-12v330H0z',
  'M0 568c150-56 270-46 420-12s260 36 380-12v256H0z',
  'M0 634c160-48 280-38 430-8s250 28 370-10v184H0z',
  'M0 698c170-40 290-30 440-6s240 20 360-8v116H0z',
  'M0 756c180-30 300-22 450-4s230 12 350-6v54H0z',
]

/** Rice terraces as layered contours in the light of the hero gradient. Decoration only. */
export function HeroTerraces() {
  return (
    <svg
      viewBox="0 0 800 800"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      className="absolute inset-0 size-full"
    >
      <circle cx="640" cy="330" r="74" fill="#fff" opacity=".1" />
      <circle cx="640" cy="330" r="46" fill="#fff" opacity=".14" />
      {terraces.map((path) => (
        <g key={path}>
          <path d={path} fill="#fff" opacity=".055" />
          <path d={path.split('v')[0]} fill="none" stroke="#c9f2e2" strokeWidth="1.5" opacity=".45" />
        </g>
      ))}
    </svg>
  )
}
