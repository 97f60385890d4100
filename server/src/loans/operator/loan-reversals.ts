import type { Command } from 'commander'
import { reverseDisbursement } from '../reversals/reverse-disbursement.ts'
import { reverseRestructuring } from '../reversals/reverse-restructuring.ts'
import { reverseWriteOff } from '../reversals/reverse-write-off.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readNumber, readText } from '../../operator/values.ts'

type Options = { reason: string; agreement?: string }

/** `loans reverse-write-off` and `reverse-restructuring`. */
export function addTermReversals(loans: Command, terminal: Terminal): void {
  addCommand(loans, {
    use: 'reverse-write-off <number>',
    description: 'membatalkan hapus buku: pinjaman kembali berjalan; hari yang ditutup tidak berubah',
    example: 'loans reverse-write-off PMT-2026-000123 --reason "maksudnya pinjaman lain"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((loan: string, { reason }: Options, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const done = await act(reverseWriteOff, { loanNumber: readNumber(loan), reason })
        const line = `${loan} kembali berjalan: hapus buku tanggal ${done.writtenOffOn} sebesar ${done.principal} dibatalkan`
        return { exit: 0, lines: [line], data: done }
      }),
    )
  addCommand(loans, {
    use: 'reverse-restructuring <number>',
    description: 'membatalkan restrukturisasi terbaru sebuah pinjaman, bila sejak itu belum ada pembayaran',
    example:
      'loans reverse-restructuring PMT-2026-000123 --agreement ADD/2026/7 --reason "belum ditandatangani Penerima Dana"',
    writes: true,
  })
    .option(
      '--agreement <name>',
      'perjanjian yang harus menjadi yang terbaru, agar pengulangan tidak membatalkan yang sebelumnya',
      readText(100),
    )
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((loan: string, { reason, agreement }: Options, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const named = agreement === undefined ? {} : { agreement }
        const done = await act(reverseRestructuring, { loanNumber: readNumber(loan), reason, ...named })
        const line = `${loan} kembali mengikuti jadwal sebelum ${done.agreedOn}`
        return { exit: 0, lines: [line], data: done }
      }),
    )
}

/** `disbursements reverse`. */
export function addDisbursementReversal(disbursements: Command, terminal: Terminal): void {
  addCommand(disbursements, {
    use: 'reverse <number>',
    description:
      'membatalkan pencairan tanpa pembayaran: uangnya kembali ke escrow dan pinjaman kembali terdanai',
    example: 'disbursements reverse PMT-2026-000123 --reason "dikembalikan bank"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((loan: string, { reason }: Options, command: Command) =>
      runCommand(terminal, command, (tools) => reverse(tools, readNumber(loan), reason)),
    )
}

async function reverse({ act }: CommandTools, loanNumber: string, reason: string) {
  const done = await act(reverseDisbursement, { loanNumber, reason })
  const line = `${loanNumber} kembali terdanai: ${done.amount} dari ${done.disbursedOn} kembali ke escrow`
  return { exit: 0 as const, lines: [line], data: done }
}
