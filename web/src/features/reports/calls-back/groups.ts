import { type EventType, eventTypes } from '@pematang/contract/partner/event-types'

/** The events as a lender chooses them, by the beginning of their names. */
export const groups = [
  { prefix: 'cash', label: 'Mutasi kas' },
  { prefix: 'funding', label: 'Pendanaan' },
  { prefix: 'withdrawal', label: 'Penarikan dana' },
  { prefix: 'loan', label: 'Pinjaman yang Anda danai' },
] as const

const prefixOf = (type: string): string => type.split('.')[0] ?? ''

export const chosenGroups = (types: readonly string[]): ReadonlySet<string> => new Set(types.map(prefixOf))

/** The types of these groups. */
export const typesOf = (chosen: ReadonlySet<string>): EventType[] =>
  eventTypes.filter((type) => chosen.has(prefixOf(type)))
