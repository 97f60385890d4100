import type { Command } from 'commander'
import type { Context } from '../../context.ts'
import type { Mutation } from '../../platform/commands/command.ts'
import { type RecordedRepayment, recordRepayment } from '../repayment/repay.ts'
import type { Repayment } from '../repayment/decide.ts'
import { settleEarly } from '../terms/settle-early.ts'
import { unusualReasons } from '../files/unusual-reasons.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { confirm } from '../../operator/confirm.ts'
import { addImport } from '../../operator/file-source.ts'
import { repaymentsFile } from './files.ts'
import { movedInWords } from './moved-in-words.ts'
import { partsInWords } from './parts-in-words.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readDate, readNumber, readPart, readText } from '../../operator/values.ts'

type PaymentOptions = {
  paidOn: string
  amount: number
  reference: string
  penalty?: number
  fee?: number
  again?: boolean
  yes?: boolean
}

/** `repayments`: records repayments, one by one or from a file. */
export function addRepayments(repayments: Command, terminal: Terminal): void {
  addImport(repayments, terminal, {
    use: 'import <file>',
    description: 'mencatat Angsuran dari berkas CSV (docs/repayment-file.md); berkas boleh diulang',
    example: 'repayments import payments.csv --all-or-nothing --report refused.jsonl',
    kind: repaymentsFile,
  }).option('--yes', 'menegaskan jumlah yang tidak wajar dan tanggal valuta yang sudah lama')
  for (const { use, description, example, verb } of [
    {
      use: 'record <loan>',
      description:
        'mencatat satu pembayaran Angsuran, hari ini atau bertanggal mundur, sekali tiap referensi',
      example:
        'repayments record PMT-2026-000123 --paid-on 2026-11-20 --amount 4925000 --reference BNI-20261120-0007',
      verb: recordRepayment,
    },
    {
      use: 'settle-early <loan>',
      description: 'mencatat pelunasan dipercepat seluruh pinjaman; bunga masa sesudahnya dihapus',
      example:
        'repayments settle-early PMT-2026-000123 --paid-on 2026-11-20 --amount 141250000 --reference BNI-20261120-0009',
      verb: settleEarly,
    },
  ]) {
    addCommand(repayments, { use, description, example, writes: true })
      .requiredOption('--paid-on <date>', 'tanggal valuta, YYYY-MM-DD, tidak sesudah hari ini', readDate)
      .requiredOption(
        '--amount <rupiah>',
        'seluruh jumlah yang diterima, termasuk biaya dan denda',
        readAmount,
      )
      .requiredOption('--reference <text>', 'nama pembayaran di bank', readText(100))
      .option('--penalty <rupiah>', 'bagian denda; bawaan: dihitung', readPart)
      .option('--fee <rupiah>', 'bagian biaya platform', readPart)
      .option('--yes', 'menegaskan jumlah yang tidak wajar atau tanggal valuta yang sudah lama')
      .option('--again', 'mencatat lagi pembayaran yang sudah dikoreksi')
      .action((loan: string, payment: PaymentOptions, command: Command) =>
        runCommand(terminal, command, (tools) =>
          record(tools, verb, asPayment(readNumber(loan), payment), payment.yes ?? false),
        ),
      )
  }
}

const asPayment = (
  loanNumber: string,
  { paidOn, amount, reference, penalty, fee, again }: PaymentOptions,
): Repayment => ({
  loanNumber,
  paidOn,
  amount,
  reference,
  ...(penalty === undefined ? {} : { penalty }),
  ...(fee === undefined ? {} : { fee }),
  ...(again ? { again } : {}),
})

async function record(
  tools: CommandTools,
  command: Mutation<Context, Repayment, RecordedRepayment, 'operator'>,
  payment: Repayment,
  yes: boolean,
) {
  const { act, context, dryRun } = tools
  const asked = [{ ...payment, on: payment.paidOn }]
  const [strange] = await unusualReasons(context.db, context.config, asked)
  if (strange && !yes && !dryRun) await confirm(tools, `${strange}. Tetap catat?`)
  const { principal, interest, penalty, fee, excess, rounding, tax, ...rest } = await act(command, payment)
  const parts = { principal, interest, penalty, fee, excess, rounding, tax }
  return {
    exit: 0 as const,
    lines: [
      `${payment.amount} pada ${payment.loanNumber}${rest.repeated ? ' sudah dicatat sebelumnya' : ''}: ${partsInWords(parts)}`,
      ...(strange ? [`tidak wajar: ${strange}`] : []),
      ...(rest.repaid ? [`${payment.loanNumber} lunas`] : []),
      ...(rest.moved.length > 0 ? [movedInWords(rest.moved)] : []),
    ],
    data: { ...rest, ...parts },
  }
}
