// Streams a million generated lines through readLoanFile and prints time and memory. Run by hand: npx node
// server/src/loans/offers/csv/million.bench.ts [lines]. The lines come from a second process, so that only the reader's memory
// is measured.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { generatedFile } from './generated-file.ts'
import { readLoanFile } from './read.ts'

const MiB = 1_048_576

async function generate(lines: number): Promise<void> {
  for await (const chunk of generatedFile(lines)) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
  }
}

async function measure(lines: number): Promise<void> {
  const script = fileURLToPath(import.meta.url)
  const generator = spawn(process.execPath, [script, String(lines), 'generate'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const before = process.memoryUsage.rss()
  let peak = before
  let loans = 0
  let refused = 0
  let bytes = 0
  const started = process.hrtime.bigint()
  const onProgress = (bytesRead: number): void => {
    bytes = bytesRead
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  for await (const batch of readLoanFile(generator.stdout, { onProgress })) {
    for (const line of batch) {
      if ('loan' in line) loans += 1
      else refused += 1
    }
  }
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  console.log(
    `${loans} loans, ${refused} refused, ${(bytes / MiB).toFixed(1)} MiB in ${seconds.toFixed(1)} s`,
  )
  console.log(
    `memory ${(before / MiB).toFixed(1)} MiB before, at most ${(peak / MiB).toFixed(1)} MiB: growth ${((peak - before) / MiB).toFixed(1)} MiB`,
  )
}

const lines = Number(process.argv[2] ?? 1_000_000)
await (process.argv[3] === 'generate' ? generate(lines) : measure(lines))
