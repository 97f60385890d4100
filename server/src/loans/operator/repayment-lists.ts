import type { Command } from 'commander'
import {
  findRepayments,
  type LenderPart,
  type RepaymentFilter,
  type RepaymentOverview,
  showRepayment,
} from '../overview/index.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readId, readNumber, readText } from '../../operator/values.ts'

type ListOptions = PageOptions & {
  loan?: string
  borrower?: string
  from?: string
  until?: string
  excess?: boolean
}

/** `repayments list` and `show`. */
export function addRepaymentLists(repayments: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(repayments, {
      use: 'list',
      description: 'list repayments, newest first; amounts in whole rupiah',
      example: 'repayments list --loan PMT-2026-000123 --from 2026-11-01',
      writes: false,
    }),
    readId,
  )
    .option('--loan <number>', 'only of this loan', readNumber)
    .option('--borrower <number>', 'only of this borrower', readNumber)
    .option('--from <date>', 'value dates from that day on', readDate)
    .option('--until <date>', 'value dates until that day', readDate)
    .option('--excess', 'only overpayments')
    .action(({ loan, borrower, ...options }: ListOptions, command: Command) =>
      runCommand(terminal, command, async ({ context }) => {
        const filter: RepaymentFilter = { ...options, loanNumber: loan, borrowerNumber: borrower }
        return pageResult('repayments', await findRepayments(context.db, filter, options), formatRepayment)
      }),
    )
  addPageOptions(
    addCommand(repayments, {
      use: 'show <reference>',
      description: 'show a repayment with a page of its lenders’ shares',
      example: 'repayments show BNI-20261120-0007',
      writes: false,
    }),
    readId,
  ).action((reference: string, options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, readText(100)(reference), options)),
  )
}

async function show({ context }: CommandTools, reference: string, options: PageOptions) {
  const found = await showRepayment(context.db, reference, options)
  if (!found) throw new CommandError(`No repayment has the reference ${reference}.`)
  const { parts, ...repayment } = found
  const result = pageResult('lenders', parts, formatLenderPart)
  return {
    exit: 0 as const,
    lines: [formatRepayment(repayment), ...result.lines],
    data: { repayment, ...result.data },
  }
}

const formatRepayment = (one: RepaymentOverview): string =>
  `${one.reference}  ${one.paidOn}  ${one.amount} for ${one.loanNumber}: principal ${one.principal}, ` +
  `interest ${one.interest}, penalty ${one.penalty}, fee ${one.fee}, excess ${one.excess}, tax ${one.tax}` +
  (one.rounding === 0 ? '' : `, rounding ${one.rounding} by the platform`) +
  `${one.settlesEarly ? ', settles early' : ''}${one.state === 'RECORDED' ? '' : ` (${one.state})`}  ${one.borrowerNumber} ${one.borrowerName}`

const formatLenderPart = ({ phone, name, principal, interest, penalty, tax }: LenderPart): string =>
  `${phone}  principal ${principal}, interest ${interest}, penalty ${penalty}, tax ${tax}  ${name}`
