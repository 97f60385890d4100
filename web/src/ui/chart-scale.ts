const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * The upper end of an axis: the smallest round number that is not below the largest amount and can be divided into
 * `parts` round steps.
 * @param largest whole rupiah; zero gives the axis of one million
 */
export function axisEnd(largest: number, parts: number): number {
  if (largest <= 0) return 1_000_000
  const part = largest / parts
  const power = 10 ** Math.floor(Math.log10(part))
  const step = steps.find((each) => each * power * parts >= largest) ?? 10
  return Math.round(step * power * parts)
}

const units: readonly [number, string][] = [
  [1e12, 'T'],
  [1e9, 'M'],
  [1e6, 'jt'],
  [1e3, 'rb'],
]

/** Formats a short amount for an axis, such as '2,5 jt'. Everywhere else amounts are written in full. */
export function shortRupiah(amount: number): string {
  const [size, unit] = units.find(([each]) => amount >= each) ?? [1, '']
  const text = String(Math.round((amount / size) * 100) / 100).replace('.', ',')
  return `${text}${unit && ` ${unit}`}`
}

/** An amount as percent of the height of the axis, 0 to 100. */
export const heightOf = (amount: number, end: number): number =>
  Math.min(100, Math.max(0, (amount / end) * 100))
