import type { Command } from 'commander'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { actAfterAsking, sumInWords } from '../../operator/ask-first.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readBalance, readBank, readDate, readText } from '../../operator/values.ts'
import { type BankCode, takeBackBank, takeOverBank } from '../deposit/index.ts'

type TakeOverOptions = { bank: BankCode; balance: number; asOf: BusinessDate; yes?: boolean }

/** `ledger take-over` and `ledger take-back`: what is at a bank beyond the lenders’ cash that was taken over. */
export function addBankOpening(ledger: Command, terminal: Terminal): void {
  addCommand(ledger, {
    use: 'take-over',
    description:
      'take over what is at a bank beyond the lenders’ cash that was taken over there, so that books and bank agree',
    example: 'ledger take-over --bank BNI --balance 800000000 --as-of 2026-01-31',
    writes: true,
  })
    .requiredOption('--bank <code>', 'BNI or OTHER', readBank)
    .requiredOption('--balance <rupiah>', 'what the bank states for the end of the day', readBalance)
    .requiredOption('--as-of <date>', 'the day, YYYY-MM-DD; that of the lenders’ cash', readDate)
    .option('--yes', 'confirm the sum')
    .action((options: TakeOverOptions, command: Command) =>
      runCommand(terminal, command, (tools) => takeOver(tools, options)),
    )
  addCommand(ledger, {
    use: 'take-back',
    description: 'take back what was taken over at a bank, while all of it is there',
    example: 'ledger take-back --bank BNI --reason "balance of another day"',
    writes: true,
  })
    .requiredOption('--bank <code>', 'BNI or OTHER', readBank)
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((options: { bank: BankCode; reason: string }, command: Command) =>
      runCommand(terminal, command, async ({ act }) => {
        const { amount } = await act(takeBackBank, options)
        return {
          exit: 0,
          lines: [`${amount} rupiah at ${options.bank} taken back; they can be taken over anew`],
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
        : `${input.bank} has ${sumInWords(input.balance)} as of ${input.asOf}, ${sumInWords(lenders)} of it the lenders’. ` +
          `Take over the other ${sumInWords(amount)} as the platform’s?`,
  })
  const line = `${sumInWords(done.amount)} at ${input.bank} are the platform’s, beside ${sumInWords(done.lenders)} of lenders`
  return { exit: 0 as const, lines: [done.known ? `${line}; it was recorded before` : line], data: done }
}
