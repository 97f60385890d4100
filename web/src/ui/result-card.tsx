import type { ReactNode } from 'react'
import { Card } from './card.tsx'

type Props = {
  outcome: 'success' | 'failure'
  title: string
  message: ReactNode
  /** Figures of what has happened, between the message and the buttons. */
  children?: ReactNode
  /** One or two buttons. */
  actions: ReactNode
}

const contours = [
  'M0 112c80-40 150-44 240-16s190 26 280-18v98H0z',
  'M0 134c95-30 170-30 260-8s170 20 260-12v62H0z',
  'M0 156c100-22 180-20 270-6s160 10 250-8v34H0z',
]

/** Terraces under the sign of the outcome: green for what went well, grey and red for what did not. */
function OutcomePicture({ outcome }: { outcome: Props['outcome'] }) {
  const success = outcome === 'success'
  return (
    <svg viewBox="0 0 520 176" aria-hidden className="block w-full">
      <rect width="520" height="176" fill={success ? 'var(--color-ok-tint)' : 'var(--color-idle-tint)'} />
      {contours.map((path) => (
        <path key={path} d={path} fill={success ? 'var(--color-brand)' : 'var(--color-idle)'} opacity=".14" />
      ))}
      <circle cx="260" cy="80" r="44" fill="var(--color-surface)" opacity=".7" />
      <circle cx="260" cy="80" r="30" fill={success ? 'var(--color-brand)' : 'var(--color-bad)'} />
      <path
        d={success ? 'm246 81 10 10 19-20' : 'M260 65v18m0 11v.5'}
        fill="none"
        stroke={success ? 'var(--color-on-brand)' : 'var(--color-surface)'}
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** How something ended, as the only thing on its screen. */
export function ResultCard({ outcome, title, message, children, actions }: Props) {
  return (
    <Card data-outcome={outcome} className="mx-auto mt-[4vh] w-full max-w-130 overflow-hidden text-center">
      <OutcomePicture outcome={outcome} />
      <div className="grid justify-items-center px-6 pt-7 pb-8 sm:px-10">
        <h1 className="text-h1 font-bold">{title}</h1>
        <p className="mt-2 max-w-95 text-mute text-balance">{message}</p>
        {children}
        <div className="mt-7 grid w-full gap-3 sm:grid-flow-col sm:auto-cols-fr">{actions}</div>
      </div>
    </Card>
  )
}
