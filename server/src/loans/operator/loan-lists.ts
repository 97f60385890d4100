import { type Command, Option } from 'commander'
import {
  findLoans,
  loanAges,
  type LoanFilter,
  type LoanOverview,
  type LoanState,
  loanStates,
} from '../overview/find-loans.ts'
import { type FundingOverview, fundingsOf, type LoanSheet, showLoan } from '../overview/show-loan.ts'
import { businessToday } from '../../books/index.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import { requireBorrower, requireLoan } from './known.ts'
import { formatOfferRule } from './offer-rule-line.ts'
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
      description:
        'menampilkan pinjaman menurut nomor dengan status, tunggakan, dan yang jatuh tempo; penyaring dapat digabung',
      example: 'loans list --state ACTIVE --late 30 --limit 50',
      writes: false,
    }),
    readNumber,
  )
    .addOption(new Option('--state <state>', 'hanya pinjaman berstatus ini').choices(loanStates))
    .option(
      '--due-on <date>',
      'hanya pinjaman dengan Angsuran belum dibayar yang jatuh tempo hari itu; tanggal, atau today',
      readDayOrToday,
    )
    .option('--late [days]', 'hanya pinjaman terlambat, paling sedikit sekian hari', readCount(100_000))
    .option('--unfilled', 'hanya penawaran yang sudah berakhir dan belum didanai penuh')
    .option('--ready', 'hanya pinjaman didanai penuh yang siap dicairkan')
    .option('--borrower <number>', 'hanya dari Penerima Dana ini', readNumber)
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addCommand(loans, {
    use: 'show <number>',
    description: 'menampilkan pinjaman dengan jadwalnya',
    example: 'loans show PMT-2026-000123 --json',
    writes: false,
  }).action((number: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, readNumber(number))),
  )
  addPageOptions(
    addCommand(loans, {
      use: 'fundings <number>',
      description: 'menampilkan pendanaan sebuah pinjaman menurut urutannya, juga yang gagal',
      example: 'loans fundings PMT-2026-000123',
      writes: false,
    }),
    readId,
  ).action((number: string, options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const loanNumber = readNumber(number)
      await requireLoan(context.db, loanNumber)
      return pageResult('fundings', await fundingsOf(context.db, loanNumber, options), formatFunding)
    }),
  )
  addCommand(loans, {
    use: 'ageing',
    description: 'umur tunggakan pinjaman berjalan menurut hari keterlambatan; jumlah dalam rupiah bulat',
    example: 'loans ageing',
    writes: false,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const groups = await loanAges(context.db)
      return {
        exit: 0,
        lines: groups.map(
          ({ group, loans: count, outstanding, arrears }) =>
            `terlambat ${group} hari: ${count} pinjaman, sisa ${outstanding}, tunggakan ${arrears}`,
        ),
        data: { groups },
      }
    }),
  )
}

async function list({ context }: CommandTools, options: ListOptions) {
  const { state, borrower, unfilled, ready, late } = options
  if (borrower !== undefined) await requireBorrower(context.db, borrower)
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
      `didanai ${funded}, menunggu tanda tangan ${reserved}, ditawarkan sampai ${offerUntil}` +
        (loan.payOutBy === null ? '' : `, dicairkan paling lambat ${loan.payOutBy}`),
    )
  else {
    parts.push(`sisa pokok ${loan.principalDue} dan bunga ${loan.interestDue}`)
    if (loan.daysLate > 0) parts.push(`terlambat ${loan.daysLate} hari dengan ${loan.arrears}`)
    if (loan.dueOnDay > 0) parts.push(`${loan.dueOnDay} pada hari itu`)
    if (loan.nextDueDate) parts.push(`berikutnya ${loan.nextDueDate}`)
  }
  if (loan.productNumber !== null) parts.push(`dari product ${loan.productNumber}`)
  return `${parts.join(', ')}  ${borrowerNumber} ${borrowerName}`
}

async function show({ context }: CommandTools, loanNumber: string) {
  const loan = await showLoan(context.db, loanNumber)
  if (!loan) throw new CommandError(`Tidak ada pinjaman ${loanNumber}.`)
  return { exit: 0 as const, lines: formatLoanSheet(loan), data: { loan } }
}

function formatLoanSheet(loan: LoanSheet): string[] {
  const { writeOff } = loan
  return [
    formatLoan(loan),
    `${loan.loanType}, ${loan.interestType} ${loan.interest} setahun, ${loan.tenor} ${loan.tenorPeriod}, ` +
      `mulai ${loan.minimum} per pendanaan, grade ${loan.grade ?? 'tidak ada'}`,
    `ditawarkan ${loan.offerFrom} sampai ${loan.offerUntil}; ${loan.fundings} pendanaan, ${loan.waiting} menunggu tanda tangan`,
    ...(loan.offerRule === null ? [] : [formatOfferRule(loan.offerRule)]),
    ...(loan.account === null
      ? []
      : [
          `dicairkan ke ${loan.account.accountNumber} di ${loan.account.bankCode}, ${loan.account.accountHolder}`,
        ]),
    ...(loan.disbursedOn === null
      ? ['belum dicairkan']
      : [
          `dicairkan ${loan.disbursedOn}; ${loan.payments} pembayaran, seluruhnya ${loan.paid}, ${loan.excess} di antaranya kelebihan`,
          `denda dibayar ${loan.penaltyPaid} dari paling banyak ${loan.penaltyLimit}`,
        ]),
    ...loan.offerEnds.map(
      ({ on, decision, funded, total, extendedUntil }) =>
        `penawaran ${decision} pada ${on} dengan ${funded} dari ${total}${extendedUntil === null ? '' : `, sampai ${extendedUntil}`}`,
    ),
    ...(loan.takenOverOn === null ? [] : [`diambil alih ${loan.takenOverOn}`]),
    ...(writeOff
      ? [
          `dihapusbukukan ${writeOff.on}: pokok ${writeOff.principal}, bunga ${writeOff.interest}, ${writeOff.reason}`,
        ]
      : []),
    ...loan.schedule.map(
      ({ no, dueDate, principal, interest, principalPaid, interestPaid, penaltyPaid, supersededOn }) =>
        `${no}  ${dueDate}  pokok ${principalPaid} dari ${principal}, bunga ${interestPaid} dari ${interest}, ` +
        `denda ${penaltyPaid}${supersededOn === null ? '' : `, diganti ${supersededOn}`}`,
    ),
  ]
}

const formatFunding = ({ fundingId, phone, name, amount, state, at, from, principalDue }: FundingOverview) =>
  `${fundingId}  ${momentText(at)}  ${state}  ${from}  ${amount}` +
  `${principalDue === null ? '' : `, sisa ${principalDue}`}  ${phone} ${name}`
