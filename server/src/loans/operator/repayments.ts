import type { Command } from 'commander'
import type { Context } from '../../context.ts'
import type { Mutation } from '../../platform/commands/command.ts'
import { type RecordedRepayment, recordRepayment, type Repayment } from '../repayment/index.ts'
import { settleEarly } from '../terms/index.ts'
import { unusualReasons } from '../files/index.ts'
import { addGroup, addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { confirm } from '../../operator/confirm.ts'
import { addImport } from '../../operator/file-source.ts'
import { repaymentsFile } from './files.ts'
import { addRepaymentLists } from './repayment-lists.ts'
import { movedInWords } from './moved-in-words.ts'
import { partsInWords } from './parts-in-words.ts'
import { addRepaymentReversals } from './reverse-repayments.ts'
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
export function addRepayments(program: Command, terminal: Terminal): void {
  const repayments = addGroup(program, 'repayments', 'what borrowers paid')
  addRepaymentLists(repayments, terminal)
  addImport(repayments, terminal, {
    use: 'import <file>',
    description: 'record repayments from a CSV file (docs/repayment-file.md); repeating a file is safe',
    example: 'repayments import payments.csv --all-or-nothing --report refused.jsonl',
    kind: repaymentsFile,
  }).option('--yes', 'confirm unusual amounts and value dates long ago')
  for (const { use, description, example, verb } of [
    {
      use: 'record <loan>',
      description: 'record one repayment, today or back-dated, once per reference',
      example:
        'repayments record PMT-2026-000123 --paid-on 2026-11-20 --amount 4925000 --reference BNI-20261120-0007',
      verb: recordRepayment,
    },
    {
      use: 'settle-early <loan>',
      description: 'record an early settlement of a whole loan; interest of later periods is waived',
      example:
        'repayments settle-early PMT-2026-000123 --paid-on 2026-11-20 --amount 141250000 --reference BNI-20261120-0009',
      verb: settleEarly,
    },
  ]) {
    addCommand(repayments, { use, description, example, writes: true })
      .requiredOption('--paid-on <date>', 'value date, YYYY-MM-DD, not after today', readDate)
      .requiredOption('--amount <rupiah>', 'total amount received, including fee and penalty', readAmount)
      .requiredOption('--reference <text>', "the bank's own name of the payment", readText(100))
      .option('--penalty <rupiah>', 'penalty part; default: calculated', readPart)
      .option('--fee <rupiah>', 'platform fee part', readPart)
      .option('--yes', 'confirm an unusual amount or a value date long ago')
      .option('--again', 'record a repayment again that was reversed')
      .action((loan: string, payment: PaymentOptions, command: Command) =>
        runCommand(terminal, command, (tools) =>
          record(tools, verb, asPayment(readNumber(loan), payment), payment.yes ?? false),
        ),
      )
  }
  addRepaymentReversals(repayments, terminal)
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
  if (strange && !yes && !dryRun) await confirm(tools, `${strange}. Record it all the same?`)
  const { principal, interest, penalty, fee, excess, rounding, tax, ...rest } = await act(command, payment)
  const parts = { principal, interest, penalty, fee, excess, rounding, tax }
  return {
    exit: 0 as const,
    lines: [
      `${payment.amount} on ${payment.loanNumber}${rest.repeated ? ' was recorded already' : ''}: ${partsInWords(parts)}`,
      ...(strange ? [`unusual: ${strange}`] : []),
      ...(rest.repaid ? [`${payment.loanNumber} is repaid`] : []),
      ...(rest.moved.length > 0 ? [movedInWords(rest.moved)] : []),
    ],
    data: { ...rest, ...parts },
  }
}
