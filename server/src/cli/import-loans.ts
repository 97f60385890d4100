import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { once } from 'node:events'
import cliProgress from 'cli-progress'
import type { Command } from 'commander'
import { importLoanFile, publishLoans } from '../loans/index.ts'
import { perform } from '../platform/mutation.ts'
import { type CommandTools, runCommand } from './command.ts'

type Options = { publish?: boolean; report?: string }

/** Refused lines that are shown; all of them go to the file of --report. */
const shownRefusals = 20

/** `loans import FILE`: takes loans over from a CSV file (docs/loan-file.md). */
export function addImportLoans(loans: Command): void {
  loans
    .command('import')
    .description(
      'import loans from a CSV file (docs/loan-file.md); the same file twice imports nothing twice',
    )
    .argument('<file>', 'the CSV file')
    .option('--publish', 'offer all drafts on the marketplace afterwards')
    .option('--report <file>', 'write every refused line there, as JSON lines')
    .action((file: string, options: Options, command: Command) =>
      runCommand(command, (tools) => importLoans(tools, file, options)),
    )
}

async function importLoans({ context, operator, interactive }: CommandTools, file: string, options: Options) {
  const { size } = await stat(file)
  const bar = interactive
    ? new cliProgress.SingleBar({
        clearOnComplete: true,
        format: '{bar} {percentage}% {value}/{total} bytes',
      })
    : null
  const report = options.report ? createWriteStream(options.report) : null
  const refusals: { line: number; reason: string }[] = []
  bar?.start(size, 0)
  try {
    const result = await importLoanFile(context, createReadStream(file), {
      operator,
      onProgress: (bytes) => bar?.update(bytes),
      onRefused: (refusal) => {
        if (refusals.length < shownRefusals) refusals.push(refusal)
        report?.write(`${JSON.stringify(refusal)}\n`)
      },
    })
    const published = options.publish ? await publishAll(context, operator) : 0
    return {
      exit: result.refused > 0 ? (1 as const) : (0 as const),
      lines: [
        ...refusals.map(({ line, reason }) => `line ${line} refused: ${reason}`),
        ...(result.refused > shownRefusals ? [`… and ${result.refused - shownRefusals} more refused`] : []),
        `${result.lines} lines: ${result.imported} imported, ${result.known} known, ${result.refused} refused`,
        ...(options.publish ? [`${published} offered on the marketplace`] : []),
      ],
      data: { ...result, published, refusals },
    }
  } finally {
    bar?.stop()
    if (report) {
      report.end()
      await once(report, 'finish')
    }
  }
}

async function publishAll(context: CommandTools['context'], operator: string): Promise<number> {
  const { published } = await perform(context, publishLoans, {
    actor: { kind: 'operator', name: operator },
    input: { loanNumbers: 'all' },
  })
  return published
}
