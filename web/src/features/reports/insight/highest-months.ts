/** Amounts due and received in a month, in whole rupiah. */
type Bars = { expected: number; received: number }

/**
 * Which bars get a label: the highest up to this month, and the highest after it. Bars of height zero get none.
 * @param thisMonth index of this month
 * @returns indexes
 */
export function highestOf(months: readonly Bars[], thisMonth: number): Set<number> {
  const heightAt = (place: number) => Math.max(months[place]?.expected ?? 0, months[place]?.received ?? 0)
  const places = [...months.keys()].filter((place) => heightAt(place) > 0)
  const highest = (some: number[]) => some.toSorted((a, b) => heightAt(b) - heightAt(a)).slice(0, 1)
  return new Set([
    ...highest(places.filter((place) => place <= thisMonth)),
    ...highest(places.filter((place) => place > thisMonth)),
  ])
}
