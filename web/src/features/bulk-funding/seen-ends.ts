const place = 'bulk-ends-seen'
const most = 50

/** Where it is kept which ends were put away: the tab's session storage, so that a reload does not bring them back. */
export type EndsStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Numbers of the bulk fundings whose end was read and put away. */
export function readSeenEnds(storage: EndsStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(place) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** Puts one away. @returns all that are now */
export function keepSeenEnd(storage: EndsStorage, bulkFundingNumber: string): string[] {
  const seen = [...new Set([...readSeenEnds(storage), bulkFundingNumber])].slice(-most)
  storage.setItem(place, JSON.stringify(seen))
  return seen
}
