import type { Command } from 'commander'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { actAfterAsking, sumInWords } from '../../operator/ask-first.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readBalance, readBank, readDate, readText } from '../../operator/values.ts'
import type { BankCode } from '../deposit/banks.ts'
import { takeBackBank, takeOverBank } from '../deposit/open-bank.ts'

type TakeOverOptions = { bank: BankCode; balance: number; asOf: BusinessDate; yes?: boolean }

/** `ledger take-over` and `ledger take-back`: what is at a bank beyond the lenders’ cash that was taken over. */
export function addBankOpening(ledger: Command, terminal: Terminal): void {
  addCommand(ledger, {
    use: 'take-over',
    description:
      'mengambil alih yang ada di bank di luar dana Pemberi Dana yang diambil alih di sana, agar pembukuan dan bank sama',
    example: 'ledger take-over --bank BNI --balance 800000000 --as-of 2026-01-31',
    writes: true,
  })
    .requiredOption('--bank <code>', 'BNI atau OTHER', readBank)
    .requiredOption('--balance <rupiah>', 'saldo akhir hari menurut bank', readBalance)
    .requiredOption('--as-of <date>', 'harinya, YYYY-MM-DD; sama dengan hari dana Pemberi Dana', readDate)
    .option('--yes', 'menegaskan jumlahnya')
    .action((options: TakeOverOptions, command: Command) =>
      runCommand(terminal, command, (tools) => takeOver(tools, options)),
    )
  addCommand(ledger, {
    use: 'take-back',
    description: 'membatalkan pengambilalihan saldo sebuah bank, selama seluruhnya masih ada',
    example: 'ledger take-back --bank BNI --reason "saldo hari lain"',
    writes: true,
  })
    .requiredOption('--bank <code>', 'BNI atau OTHER', readBank)
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((options: { bank: BankCode; reason: string }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const { amount } = await act(takeBackBank, options)
        return {
          exit: 0,
          lines: [`pengambilalihan ${amount} rupiah di ${options.bank} dibatalkan; dapat diambil alih lagi`],
          data: { bank: options.bank, amount },
        }
      }),
    )
}

async function takeOver(tools: CommandTools, { yes, ...input }: TakeOverOptions) {
  const done = await actAfterAsking(tools, takeOverBank, input, {
    yes,
    question: ({ known, lenders, amount }) =>
      known
        ? null
        : `${input.bank} memiliki ${sumInWords(input.balance)} per ${input.asOf}, ${sumInWords(lenders)} di antaranya milik Pemberi Dana. ` +
          `Ambil alih sisanya, ${sumInWords(amount)}, sebagai milik platform?`,
  })
  const line = `${sumInWords(done.amount)} di ${input.bank} milik platform, di samping ${sumInWords(done.lenders)} milik Pemberi Dana`
  return { exit: 0 as const, lines: [done.known ? `${line}; sudah dicatat sebelumnya` : line], data: done }
}
