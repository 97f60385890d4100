import type { Answer } from '../../api/client.ts'

type IdleLayer = Answer<'GET /lender/idle-cash'>['layers'][number]

/** Idle cash in whole rupiah: past its two working days, and what has to be lent or withdrawn next. */
export type IdleClock = { late: number; next: { amount: number; deadline: string } | null }

/** What of the layers is over, and which deadline comes first with all that it concerns. */
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
