type Terrace = { edge: string; tone: string }

/** The hills from the farthest to the nearest; each terrace is a little lighter and has its own edge. */
const terraces: Terrace[] = [
  { edge: 'M0 452C120 396 236 400 356 436S640 470 800 398', tone: '#0f6a54' },
  { edge: 'M0 512C150 446 268 456 392 490S664 520 800 462', tone: '#12755c' },
  { edge: 'M0 566C130 516 262 512 404 546S676 572 800 524', tone: '#0d664f' },
  { edge: 'M0 620C164 562 288 570 424 600S690 622 800 582', tone: '#13795f' },
  { edge: 'M0 676C150 632 296 624 440 652S700 670 800 640', tone: '#0e6b54' },
  { edge: 'M0 736C176 686 306 690 452 712S706 724 800 704', tone: '#158066' },
]

/** The style of the rice plants: rows of short strokes along the edge of a terrace. */
const planting = { fill: 'none', stroke: '#a9ecd2', strokeLinecap: 'round', strokeDasharray: '1 11' } as const

/** Decoration: rice terraces before sunrise, with the path between them. */
export function HeroTerraces() {
  return (
    <svg
      viewBox="0 0 800 800"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
      className="absolute inset-0 size-full"
    >
      <circle cx="618" cy="352" r="120" fill="#bff0dc" opacity=".05" />
      <circle cx="618" cy="352" r="84" fill="#bff0dc" opacity=".08" />
      <circle cx="618" cy="352" r="50" fill="#dff8ec" opacity=".2" />
      {terraces.map(({ edge, tone }, index) => (
        <g key={edge}>
          <path d={`${edge}V800H0z`} fill={tone} />
          <path d={edge} fill="none" stroke="#bff0dc" strokeWidth="1.5" opacity=".55" />
          <path
            d={edge}
            {...planting}
            strokeWidth={2.4 + index * 0.3}
            opacity=".28"
            transform="translate(0 17)"
          />
          <path
            d={edge}
            {...planting}
            strokeWidth={2.4 + index * 0.3}
            opacity=".16"
            transform="translate(5 32)"
          />
        </g>
      ))}
    </svg>
  )
}
