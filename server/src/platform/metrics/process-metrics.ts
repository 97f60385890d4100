import { createHistogram, type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { Family, Metrics } from './metrics.ts'

const resolutionMs = 20
/** The longest measured lag in nanoseconds; longer ones count as an hour. */
const longest = 3_600e9

const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
})

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
  metrics.set('process', () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    const now = performance.eventLoopUtilization()
    const since = performance.eventLoopUtilization(now, utilization)
    utilization = now
    const families: Family[] = [
      {
        name: 'process_cpu_seconds_total',
        help: 'CPU time used, user and system, seconds.',
        type: 'counter',
        samples: [{ value: (user + system) / 1e6 }],
      },
      gauge('process_resident_memory_bytes', 'Resident memory.', rss),
      gauge(
        'process_start_time_seconds',
        'When the process was started, seconds since 1970.',
        performance.timeOrigin / 1e3,
      ),
      gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', heapUsed),
      gauge('nodejs_heap_size_total_bytes', 'JavaScript heap reserved.', heapTotal),
      gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', external),
      gauge(
        'nodejs_eventloop_lag_p50_seconds',
        'Median event loop lag since the last scrape.',
        lag(delay.percentile(50)),
      ),
      gauge(
        'nodejs_eventloop_lag_p99_seconds',
        '99th percentile since the last scrape.',
        lag(delay.percentile(99)),
      ),
      gauge(
        'nodejs_eventloop_lag_max_seconds',
        'Longest event loop lag since the last scrape.',
        lag(delay.count > 0 ? delay.max : 0),
      ),
      gauge(
        'nodejs_eventloop_utilization_ratio',
        'Share of time the event loop was busy since the last scrape.',
        since.utilization,
      ),
    ]
    delay.reset()
    return families
  })
  return () => clearInterval(timer)
}
