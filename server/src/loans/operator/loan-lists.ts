import { type Command, Option } from 'commander'
import {
  findLoans,
  type FundingOverview,
  fundingsOf,
  loanAges,
  type LoanFilter,
  type LoanOverview,
  type LoanSheet,
  type LoanState,
  loanStates,
  showLoan,
} from '../overview/index.ts'
import { businessToday } from '../../books/index.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import { formatOfferRule } from './offers.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readDayOrToday, readId, readNumber } from '../../operator/values.ts'

type ListOptions = PageOptions & {
  state?: LoanState
  dueOn?: string
  late?: number | true
  unfilled?: boolean
  ready?: boolean
  borrower?: string
}

/** `loans list`, `show`, `fundings` and `ageing`. */
export function addLoanLists(loans: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(loans, {
      use: 'list',
      description: 'list loans by number with state, arrears and due amounts; filters are combined',
      example: 'loans list --state ACTIVE --late 30 --limit 50',
      writes: false,
    }),
    readNumber,
  )
    .addOption(new Option('--state <state>', 'only loans in this state').choices(loanStates))
    .option(
      '--due-on <date>',
      'only loans with an unpaid installment due on that day; a date, or today',
      readDayOrToday,
    )
    .option('--late [days]', 'only late loans, by at least so many days', readCount(100_000))
    .option('--unfilled', 'only expired offers that are not fully funded')
    .option('--ready', 'only fully funded loans ready for disbursement')
    .option('--borrower <number>', 'only of this borrower', readNumber)
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addCommand(loans, {
    use: 'show <number>',
    description: 'show a loan with its schedule',
    example: 'loans show PMT-2026-000123 --json',
    writes: false,
  }).action((number: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, readNumber(number))),
  )
  addPageOptions(
    addCommand(loans, {
      use: 'fundings <number>',
      description: 'list the fundings of a loan in order, failed ones too',
      example: 'loans fundings PMT-2026-000123',
      writes: false,
    }),
    readId,
  ).action((number: string, options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context }) =>
      pageResult('fundings', await fundingsOf(context.db, readNumber(number), options), formatFunding),
    ),
  )
  addCommand(loans, {
    use: 'ageing',
    description: 'ageing of outstanding loans by days late; amounts in whole rupiah',
    example: 'loans ageing',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const groups = await loanAges(context.db)
      return {
        exit: 0,
        lines: groups.map(
          ({ group, loans: count, outstanding, arrears }) =>
            `${group} days late: ${count} loans, ${outstanding} outstanding, ${arrears} in arrears`,
        ),
        data: { groups },
      }
    }),
  )
}

async function list({ context }: CommandTools, options: ListOptions) {
  const { state, borrower, unfilled, ready, late } = options
  const filter: LoanFilter = {
    state,
    borrowerNumber: borrower,
    unfilled,
    ready,
    dueOn: options.dueOn === 'today' ? await businessToday(context.db) : options.dueOn,
    daysLate: late === true ? 1 : late,
  }
  return pageResult('loans', await findLoans(context.db, filter, options), formatLoan)
}

export function formatLoan(loan: LoanOverview): string {
  const { loanNumber, state, total, funded, reserved, offerUntil, borrowerNumber, borrowerName } = loan
  const parts = [`${loanNumber}  ${state}  ${total}`]
  if (loan.disbursedOn === null)
    parts.push(
      `funded ${funded}, waiting for signatures ${reserved}, offered until ${offerUntil}` +
        (loan.payOutBy === null ? '' : `, to be paid out by ${loan.payOutBy}`),
    )
  else {
    parts.push(`due ${loan.principalDue} and interest ${loan.interestDue}`)
    if (loan.daysLate > 0) parts.push(`${loan.daysLate} days late with ${loan.arrears}`)
    if (loan.dueOnDay > 0) parts.push(`${loan.dueOnDay} on the day`)
    if (loan.nextDueDate) parts.push(`next on ${loan.nextDueDate}`)
  }
  if (loan.productNumber !== null) parts.push(`of product ${loan.productNumber}`)
  return `${parts.join(', ')}  ${borrowerNumber} ${borrowerName}`
}

async function show({ context }: CommandTools, loanNumber: string) {
  const loan = await showLoan(context.db, loanNumber)
  if (!loan) throw new CommandError(`There is no loan ${loanNumber}.`)
  return { exit: 0 as const, lines: formatLoanSheet(loan), data: { loan } }
}

function formatLoanSheet(loan: LoanSheet): string[] {
  const { writeOff } = loan
  return [
    formatLoan(loan),
    `${loan.loanType}, ${loan.interestType} at ${loan.interest} a year, ${loan.tenor} ${loan.tenorPeriod}, ` +
      `from ${loan.minimum} a funding, grade ${loan.grade ?? 'none'}`,
    `offered ${loan.offerFrom} to ${loan.offerUntil}; ${loan.fundings} fundings, ${loan.waiting} wait for a signature`,
    ...(loan.offerRule === null ? [] : [formatOfferRule(loan.offerRule)]),
    ...(loan.account === null
      ? []
      : [
          `to be paid out to ${loan.account.accountNumber} at ${loan.account.bankCode}, ${loan.account.accountHolder}`,
        ]),
    ...(loan.disbursedOn === null
      ? ['not paid out']
      : [
          `paid out on ${loan.disbursedOn}; ${loan.payments} payments of ${loan.paid} together, ${loan.excess} of it excess`,
          `penalty paid ${loan.penaltyPaid} of ${loan.penaltyLimit} at most`,
        ]),
    ...loan.offerEnds.map(
      ({ on, decision, funded, total, extendedUntil }) =>
        `offer ${decision} on ${on} with ${funded} of ${total}${extendedUntil === null ? '' : `, until ${extendedUntil}`}`,
    ),
    ...(loan.takenOverOn === null ? [] : [`taken over on ${loan.takenOverOn}`]),
    ...(writeOff
      ? [
          `written off on ${writeOff.on}: principal ${writeOff.principal}, interest ${writeOff.interest}, ${writeOff.reason}`,
        ]
      : []),
    ...loan.schedule.map(
      ({ no, dueDate, principal, interest, principalPaid, interestPaid, penaltyPaid, supersededOn }) =>
        `${no}  ${dueDate}  principal ${principalPaid} of ${principal}, interest ${interestPaid} of ${interest}, ` +
        `penalty ${penaltyPaid}${supersededOn === null ? '' : `, replaced on ${supersededOn}`}`,
    ),
  ]
}

const formatFunding = ({ fundingId, phone, name, amount, state, at, from, principalDue }: FundingOverview) =>
  `${fundingId}  ${at.toISOString()}  ${state}  ${from}  ${amount}` +
  `${principalDue === null ? '' : `, due ${principalDue}`}  ${phone} ${name}`
