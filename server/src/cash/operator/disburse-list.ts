import { createHash } from 'node:crypto'
import type { Command } from 'commander'
import { addCommand, CommandError, type CommandTools, exitAfter, runCommand } from '../../operator/command.ts'
import { actAfterAsking, askOfLarge, yesForLarge } from '../../operator/ask-first.ts'
import { reasonOf } from '../../operator/files/index.ts'
import { withNewFile, type WriteLines } from '../../operator/new-file.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readNumber } from '../../operator/values.ts'
import { loansWaiting } from '../disbursement-order/store.ts'
import { mostOrders, orderDisbursements } from '../disbursement-order/order-disbursements.ts'
import { paymentLines } from '../disbursement-order/payment-file.ts'

type Options = { all?: boolean; out?: string; transfer?: boolean; again?: string; yes?: boolean }

/** `loans disburse-list`: has the bank pay funded loans to their borrowers. */
export function addDisburseList(loans: Command, terminal: Terminal): void {
  addCommand(loans, {
    use: 'disburse-list [numbers...]',
    description:
      'memerintahkan bank mencairkan pinjaman yang sudah didanai ke rekening Penerima Dana: menulis berkas pembayarannya (docs/payment-file.md), atau memerintahkan transfer; mutasi bank yang mencairkannya',
    example: 'loans disburse-list --all --out payments.csv',
    writes: true,
  })
    .option('--all', `semua pinjaman yang sudah didanai dan belum diperintahkan, sampai ${mostOrders}`)
    .option('--out <path>', 'menulis berkas pembayaran ke sana')
    .option('--transfer', 'memerintahkan transfer lewat antarmuka bank')
    .option(
      '--again <file>',
      'menulis ulang berkas yang hilang: yang mungkin masih harus dibayar bank darinya',
      readId,
    )
    .option('--yes', yesForLarge)
    .action((numbers: string[], options: Options, command: Command) =>
      runCommand(terminal, command, (tools) =>
        options.again === undefined
          ? order(tools, numbers.map(readNumber), options)
          : writeAgain(tools, numbers, { ...options, again: options.again }),
      ),
    )
}

async function order(tools: CommandTools, numbers: string[], options: Options) {
  const { all = false, transfer = false, out, yes } = options
  if (all === numbers.length > 0) throw new CommandError('Sebutkan pinjamannya, atau --all.')
  if (transfer === (out !== undefined))
    throw new CommandError('Sebutkan --out dengan nama berkasnya, atau --transfer.')
  const loanNumbers = all ? await loansWaiting(tools.context.db, mostOrders) : numbers
  let orderedIn: string | null = null
  const { fileId, ordered, amount, refused, written } = await withNewFile(tools, out, async (writeLines) => {
    const done = await actAfterAsking(
      tools,
      orderDisbursements,
      { loanNumbers, by: transfer ? 'TRANSFER' : 'FILE' },
      {
        yes,
        question: (foreseen) => askOfLarge(foreseen.amount, `Perintahkan ${foreseen.ordered} pembayaran:`),
      },
    )
    if (tools.dryRun || done.fileId === null || out === undefined) return { ...done, written: null }
    orderedIn = done.fileId
    return { ...done, written: await writeFile(tools, writeLines, { fileId: done.fileId, out }) }
  }).catch((error: unknown) => {
    if (orderedIn === null || !(error instanceof CommandError)) throw error
    throw new CommandError(
      `${error.message} Pembayarannya sudah diperintahkan: tulis dengan --again ${orderedIn}.`,
    )
  })
  const refusals = refused.map(({ loanNumber, code }) => ({
    loanNumber,
    reason: reasonOf(new Refusal(code)),
  }))
  return {
    exit: exitAfter(refusals.length),
    lines: [
      ...refusals.map(({ loanNumber, reason }) => `${loanNumber} ditolak: ${reason}`),
      `${ordered} pinjaman diperintahkan, ${amount} rupiah, ${refusals.length} ditolak`,
      ...(written ? [written.line] : []),
    ],
    data: {
      ordered,
      amount,
      refused: refusals.length,
      refusals,
      file: fileId,
      sha256: written?.sha256 ?? null,
    },
  }
}

async function writeAgain(
  tools: CommandTools,
  numbers: string[],
  { all, transfer, out, again }: Options & { again: string },
) {
  if (out === undefined || all || transfer || numbers.length > 0)
    throw new CommandError(
      'Sebutkan --again dengan nomor berkas dan --out dengan nama berkasnya, dan tidak yang lain.',
    )
  if (tools.dryRun) throw new CommandError('--again tidak memerintahkan apa pun: tidak ada yang dicoba.')
  const { lines, sha256, line } = await withNewFile(tools, out, async (writeLines) => {
    const written = await writeFile(tools, writeLines, { fileId: again, out })
    if (written.lines > 0) return written
    throw new CommandError(`Tidak ada lagi yang harus dibayar dari berkas ${again}.`)
  })
  return { exit: 0 as const, lines: [line], data: { file: again, lines, sha256 } }
}

/** Writes a payment file. @returns how many payments it has, and its hash, by which the bank's copy is compared */
async function writeFile(
  tools: CommandTools,
  writeLines: WriteLines,
  { fileId, out }: { fileId: string; out: string },
) {
  const hash = createHash('sha256')
  async function* hashed(): AsyncGenerator<string> {
    for await (const line of paymentLines(tools.context.db, fileId)) {
      hash.update(line)
      yield line
    }
  }
  const lines = (await writeLines(hashed())) - 1
  const sha256 = hash.digest('hex')
  return { lines, sha256, line: `${out}: ${lines} pembayaran dari berkas ${fileId}, SHA-256 ${sha256}` }
}
