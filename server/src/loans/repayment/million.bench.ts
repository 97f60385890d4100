// Streams a million generated lines of a repayment file through the reader and the memory of its references, without a
// database, and prints time and memory. Run by hand: npx node server/src/loans/repayment/million.bench.ts [lines]. The lines
// come from a second process, so that only the reader's memory is measured.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { formatHeader, formatRow } from '../../platform/csv/table.ts'
import { repaymentTable } from './table.ts'
import { importLines } from '../../operator/files/import-lines.ts'

const MiB = 1_048_576

async function generate(lines: number): Promise<void> {
  let text = formatHeader(repaymentTable)
  for (let number = 1; number <= lines; number += 1) {
    const payment = number % 500 === 1 ? number - 1 : number
    const line = formatRow(repaymentTable, {
      loanNumber: `PMT-2026-${String(payment % 40_000).padStart(6, '0')}`,
      paidOn: '2026-11-20',
      amount: 1_000_000 + (payment % 9_999),
      reference: `BNI/20261120/${payment}`,
      penalty: null,
      fee: null,
    })
    text += number % 1_000 === 0 ? line.replace(/,1\d{6},/, ',,') : line
    if (text.length < 65_536 && number < lines) continue
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
    text = ''
  }
}

async function measure(lines: number): Promise<void> {
  const script = fileURLToPath(import.meta.url)
  const generator = spawn(process.execPath, [script, String(lines), 'generate'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const before = process.memoryUsage.rss()
  let peak = before
  const started = process.hrtime.bigint()
  const report = await importLines(
    generator.stdout,
    repaymentTable,
    (row) => [
      {
        column: 'reference',
        key: row.reference,
        content: `${row.loanNumber} ${row.amount}`,
        clash: 'said before',
      },
    ],
    async () => 'taken' as const,
    {
      onProgress: () => {
        peak = Math.max(peak, process.memoryUsage.rss())
      },
    },
  )
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  console.log(
    `${report.taken} taken, ${report.known} known, ${report.refused} refused in ${seconds.toFixed(1)} s`,
  )
  console.log(
    `memory ${(before / MiB).toFixed(1)} MiB before, at most ${(peak / MiB).toFixed(1)} MiB: growth ${((peak - before) / MiB).toFixed(1)} MiB`,
  )
}

const lines = Number(process.argv[2] ?? 1_000_000)
await (process.argv[3] === 'generate' ? generate(lines) : measure(lines))
