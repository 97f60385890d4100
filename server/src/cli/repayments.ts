import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Mutation } from '../platform/mutation.ts'
import {
  type RecordedRepayment,
  recordRepayment,
  type Repayment,
  settleEarly,
  settlementPrice,
} from '../servicing/index.ts'
import { checkRepayments, type RepaymentReport, takeRepayments } from '../servicing/files/repayments.ts'
import { addGroup, addLeaf, type CommandTools, runCommand } from './command.ts'
import { addFileOptions, type FileOptions, takeWithCare } from './file-source.ts'
import type { Terminal } from './terminal.ts'
import { readAmount, readDate, readNumber, readPart, readText } from './values.ts'

type PaymentOptions = {
  paidOn: string
  amount: number
  reference: string
  penalty?: number
  fee?: number
}

/** `repayments`: what borrowers paid, one by one or from a file. */
export function addRepayments(program: Command, terminal: Terminal): void {
  const repayments = addGroup(program, 'repayments', 'what borrowers paid')
  addFileOptions(
    addLeaf(repayments, {
      use: 'import <file>',
      description:
        'record payments from a CSV file (docs/repayment-file.md); the same file twice takes nothing twice',
      example: 'repayments import payments.csv --all-or-nothing --report refused.jsonl',
      writes: true,
    }),
  ).action((file: string, options: FileOptions, command: Command) =>
    runCommand(terminal, command, (tools) => importPayments(tools, file, options)),
  )
  for (const { use, description, example, verb } of [
    {
      use: 'record <loan>',
      description: 'record one payment, of today or of an earlier day; its reference is taken once',
      example:
        'repayments record PMT-2026-000123 --paid-on 2026-11-20 --amount 4925000 --reference BNI-20261120-0007',
      verb: recordRepayment,
    },
    {
      use: 'settle-early <loan>',
      description: 'take the payment of a whole loan before its time; interest of later periods falls away',
      example:
        'repayments settle-early PMT-2026-000123 --paid-on 2026-11-20 --amount 141250000 --reference BNI-20261120-0009',
      verb: settleEarly,
    },
  ]) {
    addLeaf(repayments, { use, description, example, writes: true })
      .requiredOption('--paid-on <date>', 'value date, YYYY-MM-DD, not after today', readDate)
      .requiredOption('--amount <rupiah>', 'all that came in, fee and penalty included', readAmount)
      .requiredOption('--reference <text>', "the bank's own name of the payment", readText(100))
      .option('--penalty <rupiah>', 'of it, penalty; worked out where it is left out', readPart)
      .option('--fee <rupiah>', "of it, the platform's own fee", readPart)
      .action((loan: string, payment: PaymentOptions, command: Command) =>
        runCommand(terminal, command, (tools) => record(tools, verb, asPayment(readNumber(loan), payment))),
      )
  }
  addLeaf(repayments, {
    use: 'settlement-price <loan>',
    description: 'what it takes to pay a whole loan off on a day, in whole rupiah',
    example: 'repayments settlement-price PMT-2026-000123 --on 2026-11-20',
    writes: false,
  })
    .requiredOption('--on <date>', 'the day, YYYY-MM-DD, not after today', readDate)
    .action((loan: string, { on }: { on: string }, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const price = await inTransaction(context.db, { repeatable: true }, (tx) =>
          settlementPrice(tx, readNumber(loan), on),
        )
        return { exit: 0, lines: [`${price}`], data: { loanNumber: loan, on, price } }
      }),
    )
}

const asPayment = (
  loanNumber: string,
  { paidOn, amount, reference, penalty, fee }: PaymentOptions,
): Repayment => ({
  loanNumber,
  paidOn,
  amount,
  reference,
  ...(penalty === undefined ? {} : { penalty }),
  ...(fee === undefined ? {} : { fee }),
})

async function record(
  { act }: CommandTools,
  verb: Mutation<Context, Repayment, RecordedRepayment>,
  payment: Repayment,
) {
  const { principal, interest, penalty, fee, excess, tax, ...rest } = await act(verb, payment)
  const parts = { principal, interest, penalty, fee, excess, tax }
  return {
    exit: 0 as const,
    lines: [
      `${payment.amount} on ${payment.loanNumber}: ${inWords(parts)}`,
      ...(rest.repaid ? [`${payment.loanNumber} is repaid`] : []),
    ],
    data: { ...rest, ...parts },
  }
}

function importPayments(tools: CommandTools, file: string, options: FileOptions) {
  const { context, actor } = tools
  return takeWithCare<RepaymentReport>(tools, file, options, {
    check: (source) => checkRepayments(context, actor, source.open('checking'), source),
    take: (source) => takeRepayments(context, actor, source.open('recording'), source),
    tell: (report) =>
      `${report.lines} lines: ${report.taken} recorded, ${report.known} known, ${report.refused} refused; ` +
      `${report.amount} rupiah: ${inWords(report)}; ${report.repaid} loans repaid`,
  })
}

type Parts = Record<'principal' | 'interest' | 'penalty' | 'fee' | 'excess' | 'tax', number>

/** How a payment was laid; what is more than was owed is to be given back, so it is always told. */
const inWords = ({ principal, interest, penalty, fee, excess, tax }: Parts): string =>
  `principal ${principal}, interest ${interest} (tax ${tax}), penalty ${penalty}, fee ${fee}, excess ${excess}`
