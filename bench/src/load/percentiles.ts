import type { Percentiles } from './plan.ts'

/** The percentiles of a list of latencies; zeros for an empty list. */
export function percentiles(latencies: readonly number[]): Percentiles {
  const sorted = Float64Array.from(latencies).sort()
  const at = (part: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return { p50: at(0.5), p99: at(0.99), max: round(sorted.at(-1) ?? 0) }
}

const round = (milliseconds: number): number => Math.round(milliseconds * 100) / 100
