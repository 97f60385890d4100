import { readFileSync } from 'node:fs'
import { makeArchive } from '../../../server/src/reports/testing.ts'
import { contextOf } from './stand.ts'

// The worker process of the archive bench: makes one archive, and prints seconds, CPU time and memory.

const [url = '', archiveId = ''] = process.argv.slice(2)
const context = await contextOf(url)
await context.db.query({ text: 'select 1' })
const before = process.memoryUsage.rss()
const started = performance.now()
const cpu = process.cpuUsage()
let peak = before
const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
await makeArchive(context, { payload: { archiveId }, attempts: 1 })
clearInterval(sampling)
const { user, system } = process.cpuUsage(cpu)
console.log(
  JSON.stringify({
    seconds: (performance.now() - started) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    rssBefore: before,
    rssPeak: Math.max(peak, highWater()),
  }),
)
await context.db.close()
await context.renderer.close()

function highWater(): number {
  if (process.platform !== 'linux') return 0
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}
