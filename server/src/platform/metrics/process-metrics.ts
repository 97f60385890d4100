import { createHistogram, type EventLoopUtilization, performance } from 'node:perf_hooks'
import { counter, gauge, type Metrics } from './metrics.ts'

const resolutionMs = 20
/** The longest measured lag in nanoseconds; longer ones count as an hour. */
const longest = 3_600e9

const heads = {
  process_cpu_seconds_total: counter('CPU time used, user and system, seconds.'),
  process_resident_memory_bytes: gauge('Resident memory.'),
  process_start_time_seconds: gauge('When the process was started, seconds since 1970.'),
  nodejs_heap_size_used_bytes: gauge('JavaScript heap in use.'),
  nodejs_heap_size_total_bytes: gauge('JavaScript heap reserved.'),
  nodejs_external_memory_bytes: gauge('Memory of buffers outside the heap.'),
  nodejs_eventloop_lag_p50_seconds: gauge('Median event loop lag since the last scrape.'),
  nodejs_eventloop_lag_p99_seconds: gauge('99th percentile since the last scrape.'),
  nodejs_eventloop_lag_max_seconds: gauge('Longest event loop lag since the last scrape.'),
  nodejs_eventloop_utilization_ratio: gauge('Share of time the event loop was busy since the last scrape.'),
}

const only = (value: number) => [{ value }]

/**
 * CPU, memory and event loop lag (median, 99th percentile and maximum since the last scrape), under the names that Node
 * dashboards expect.
 * @returns a function that stops the measurement
 */
export function watchProcess(metrics: Metrics): () => void {
  // Node's `monitorEventLoopDelay` loses its last tick at a reset, and with it a stall that begins right after a
  // scrape, so lag is measured here with a timer.
  const delay = createHistogram({ highest: longest })
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delay.record(Math.min(longest, Math.max(1, Math.round((now - last) * 1e6))))
    last = now
  }, resolutionMs).unref()
  let utilization: EventLoopUtilization = performance.eventLoopUtilization()
  // The timer fires every 20 ms; anything beyond is lag.
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3)
  metrics.set('process', heads, () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    const now = performance.eventLoopUtilization()
    const since = performance.eventLoopUtilization(now, utilization)
    utilization = now
    const samples = {
      process_cpu_seconds_total: only((user + system) / 1e6),
      process_resident_memory_bytes: only(rss),
      process_start_time_seconds: only(performance.timeOrigin / 1e3),
      nodejs_heap_size_used_bytes: only(heapUsed),
      nodejs_heap_size_total_bytes: only(heapTotal),
      nodejs_external_memory_bytes: only(external),
      nodejs_eventloop_lag_p50_seconds: only(lag(delay.percentile(50))),
      nodejs_eventloop_lag_p99_seconds: only(lag(delay.percentile(99))),
      nodejs_eventloop_lag_max_seconds: only(lag(delay.count > 0 ? delay.max : 0)),
      nodejs_eventloop_utilization_ratio: only(since.utilization),
    }
    delay.reset()
    return samples
  })
  return () => clearInterval(timer)
}
