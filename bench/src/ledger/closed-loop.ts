import { percentiles } from '../load/percentiles.ts'
import type { Percentiles } from '../load/plan.ts'

export type LoopResult = { rate: number; done: number; latency: Percentiles }

/** Runs a number of callers for some seconds; each sends its next call as soon as the last one is answered. */
export async function closedLoop(
  callers: number,
  seconds: number,
  call: () => Promise<void>,
): Promise<LoopResult> {
  const latencies: number[] = []
  const started = performance.now()
  const until = started + seconds * 1000
  const caller = async () => {
    while (performance.now() < until) {
      const asked = performance.now()
      await call()
      latencies.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: callers }, () => caller()))
  const elapsed = (performance.now() - started) / 1000
  return { rate: latencies.length / elapsed, done: latencies.length, latency: percentiles(latencies) }
}
