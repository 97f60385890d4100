import type { Command } from 'commander'
import { reverseRepayment, type ReverseRepayment } from '../reversals/reverse-repayment.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { processKind } from '../../operator/file-source.ts'
import { reversalsFile } from './files.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readAmount, readDate, readNumber, readText } from '../../operator/values.ts'
import { movedInWords } from './moved-in-words.ts'
import { partsInWords } from './parts-in-words.ts'

type Options = OneOrFileOptions & { reason?: string; loan?: string; paidOn?: string; amount?: number }

/** `repayments reverse`: takes one repayment back, or those of a file. */
export function addRepaymentReversals(repayments: Command, terminal: Terminal): void {
  addOneOrFile(
    addCommand(repayments, {
      use: 'reverse [reference]',
      description:
        'mengoreksi pembayaran Angsuran yang salah dicatat, atau yang dari berkas CSV: Pemberi Dana, pajak, biaya, dan kelebihan; referensinya dapat dipakai lagi. ' +
        'Pembayaran sesudahnya atas pinjaman itu dialokasikan ulang; berkas boleh diulang',
      example:
        'repayments reverse BNI-20261120-0007 --reason "tanggal salah baca, slip 88" --paid-on 2026-11-18 --dry-run',
      writes: true,
    }),
    'docs/reversal-file.md',
  )
    .option('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .option('--loan <number>', 'pinjamannya, bila satu transfer membayar beberapa', readNumber)
    .option(
      '--paid-on <date>',
      'tanggal valuta yang benar: seketika mencatatnya lagi dengan tanggal ini',
      readDate,
    )
    .option('--amount <rupiah>', 'jumlah yang benar: seketika mencatatnya lagi dengan jumlah ini', readAmount)
    .action((reference: string | undefined, options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => {
        const named = oneOrFile(reference, options, 'satu pembayaran', {
          needed: ['reason'],
          alone: ['loan', 'paidOn', 'amount'],
        })
        if ('file' in named) return processKind(tools, named.file, options, reversalsFile)
        const { reason = '', loan, paidOn, amount } = options
        return reverse(tools, {
          ...{ reference: named.one, loanNumber: loan, reason },
          ...(paidOn === undefined ? {} : { paidOn }),
          ...(amount === undefined ? {} : { amount }),
        })
      }),
    )
}

async function reverse({ act }: CommandTools, input: ReverseRepayment) {
  const done = await act(reverseRepayment, input)
  const { amount, loanNumber, owed, claimed, moved, corrected } = done
  return {
    exit: 0 as const,
    lines: [
      `${amount} pada ${loanNumber} dikoreksi: ${partsInWords(done)}`,
      ...(claimed > 0
        ? [
            `${claimed} dari pajak dan biaya sudah dibayarkan: menjadi kewajiban penerimanya, dan diperhitungkan pada pembayaran berikutnya kepada mereka`,
          ]
        : []),
      ...(owed > 0
        ? [`Pemberi Dana tidak lagi memiliki ${owed} darinya: ditagih dari yang diterima berikutnya`]
        : []),
      ...(corrected ? [`dicatat lagi: ${partsInWords(corrected)}`] : []),
      ...(moved.length > 0 ? [movedInWords(moved)] : []),
    ],
    data: done,
  }
}
