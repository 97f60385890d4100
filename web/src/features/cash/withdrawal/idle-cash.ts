import type { Answer } from '../../../api/client.ts'

type IdleLayer = Answer<'GET /lender/idle-cash'>['layers'][number]

/** Idle cash in whole rupiah: the amount past its two working days, and the next deadline with its amount. */
export type IdleClock = { late: number; next: { amount: number; deadline: string } | null }

/** Sums the amounts whose deadline has passed, and finds the next deadline with its amount. */
export function clockOf(layers: readonly IdleLayer[]): IdleClock {
  const sum = (some: readonly IdleLayer[]) => some.reduce((total, { amount }) => total + amount, 0)
  const open = layers.filter(({ late }) => !late)
  const deadline = open.map((layer) => layer.deadline).sort()[0]
  return {
    late: sum(layers.filter(({ late }) => late)),
    next:
      deadline === undefined
        ? null
        : { deadline, amount: sum(open.filter((layer) => layer.deadline === deadline)) },
  }
}
