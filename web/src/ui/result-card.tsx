import type { ReactNode } from 'react'
import { Card } from './card.tsx'

type Props = {
  /** `pending`: the outcome is not known yet. */
  outcome: 'success' | 'failure' | 'pending'
  title: string
  message: ReactNode
  /** Facts about the result, between the message and the buttons. */
  children?: ReactNode
  /** One or two buttons. */
  actions: ReactNode
}

const contours = [
  'M0 112c80-40 150-44 240-16s190 26 280-18v98H0z',
  'M0 134c95-30 170-30 260-8s170 20 260-12v62H0z',
  'M0 156c100-22 180-20 270-6s160 10 250-8v34H0z',
]

const looks = {
  success: {
    sky: 'var(--color-ok-tint)',
    ground: 'var(--color-brand)',
    sign: 'var(--color-brand)',
    line: 'var(--color-on-brand)',
    path: 'm246 81 10 10 19-20',
  },
  failure: {
    sky: 'var(--color-idle-tint)',
    ground: 'var(--color-idle)',
    sign: 'var(--color-bad)',
    line: 'var(--color-surface)',
    path: 'M260 65v18m0 11v.5',
  },
  pending: {
    sky: 'var(--color-warn-tint)',
    ground: 'var(--color-idle)',
    sign: 'var(--color-warn)',
    line: 'var(--color-surface)',
    path: 'M260 64v17l11 7',
  },
} as const

/**
 * A picture of rice terraces with a sign of the outcome: green for success, grey and red for failure, a clock for an
 * unknown outcome.
 */
function OutcomePicture({ outcome }: { outcome: Props['outcome'] }) {
  const { sky, ground, sign, line, path } = looks[outcome]
  return (
    <svg viewBox="0 0 520 176" aria-hidden className="block w-full">
      <rect width="520" height="176" fill={sky} />
      {contours.map((contour) => (
        <path key={contour} d={contour} fill={ground} opacity=".14" />
      ))}
      <circle cx="260" cy="80" r="44" fill="var(--color-surface)" opacity=".7" />
      <circle cx="260" cy="80" r="30" fill={sign} />
      <path d={path} fill="none" stroke={line} strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** Facts about the result, by their names. */
export function ResultFacts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="hairlines mt-6 w-full rounded-popup bg-sunken px-4 text-left sm:px-5">
      {Object.entries(facts).map(([name, fact]) => (
        <div key={name} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2">
          <dt className="shrink-0 text-mute max-sm:text-table">{name}</dt>
          <dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere tabular-nums max-sm:text-table">
            {fact}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The result of an action, as the only content of its screen. */
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
