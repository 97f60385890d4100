import type { Command } from 'commander'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { processKind } from '../../operator/file-source.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readPhone, readText } from '../../operator/values.ts'
import {
  proposalsFor,
  type TakenBack,
  takeLineBack,
  waitingBorrowerPayments,
} from '../reconciliation/index.ts'
import { matchesFile } from './match-file.ts'
import { kinds, type LineMatch, matchLineTo } from './match-line.ts'

/** `bank match`, `take-back` and `suspense`: what lines of the statement are, by an operator's word. */
export function addMatching(bank: Command, terminal: Terminal): void {
  addOneOrFile(
    addCommand(bank, {
      use: 'match [line]',
      description:
        'without --to: list what a statement line can be; with --to: say it, once; or say it of the lines of a CSV file. Repeating a file is safe',
      example:
        'bank match 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --to loan:PMT-2026-000123 --note "slip seen, wrong reference"',
      writes: true,
    }),
    'docs/bank-match-file.md',
  )
    .option('--to <what>', kinds)
    .option('--note <text>', 'how it is known, for the audit trail', readText(200))
    .option(
      '--phone <digits>',
      'of a top-up: the lender, if the line has no virtual account number; of enter: the lender of the withdrawal',
      readPhone,
    )
    .option(
      '--payment <name>',
      'of a top-up: the bank’s paymentRequestId, if the line lacks it',
      readText(100),
    )
    .option('--with-fee', 'of given-back: also refund the fee, which the bank waived')
    .option('--yes', 'confirm a top-up above the bank’s ceiling')
    .action((line: string | undefined, options: MatchOptions & OneOrFileOptions, command: Command) =>
      runCommand(terminal, command, (tools) => {
        const named = oneOrFile(line, options, 'one line', {
          alone: ['to', 'note', 'phone', 'payment', 'withFee', 'yes'],
        })
        if ('file' in named) return processKind(tools, named.file, options, matchesFile)
        const { file: _file, report: _report, allOrNothing: _all, ...meaning } = options
        return match(tools, readId(named.one), meaning)
      }),
    )
  addCommand(bank, {
    use: 'take-back <line>',
    description:
      'take the last thing back that was said of a line: its loans (their repayments are reversed), its return, its suspense, its match to a transfer, or what it was of a withdrawal (given back, charged, settled, matched)',
    example: 'bank take-back 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "it was another loan"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'why, without personal data', readText(200))
    .action((line: string, { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => takeBack(tools, readId(line), reason)),
    )
  addPageOptions(
    addCommand(bank, {
      use: 'suspense',
      description: 'list payments of borrowers that fit no loan yet, oldest first; exit 1 if there are any',
      example: 'bank suspense',
      writes: false,
    }),
    readId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => suspense(tools, options)),
  )
}

type MatchOptions = Omit<LineMatch, 'lineId' | 'to' | 'note'> & { to?: string; note?: string; yes?: boolean }

async function match(tools: CommandTools, lineId: string, { to, note, yes, ...options }: MatchOptions) {
  if (to === undefined) {
    const proposals = await proposalsFor(tools.context.db, lineId)
    const lines = proposals.map((one) => `--to ${one.to}  ${one.why}`)
    return {
      exit: 0 as const,
      lines: lines.length > 0 ? lines : ['nothing is recorded that it could be'],
      data: { proposals },
    }
  }
  if (note === undefined) throw new CommandError('Say how it is known: --note.')
  const { done, words, data } = await matchLineTo(tools, { lineId, to, note, aboveCeiling: yes, ...options })
  return {
    exit: 0 as const,
    lines: [done ? words : `it was so already: ${words}`],
    data: { lineId, to, done, ...data },
  }
}

const takenBack = {
  ASSIGNMENT: 'its repayments are reversed, and it waits in suspense again',
  RETURN: 'it was not sent back, and waits in suspense again',
  SUSPENSE: 'it is no payment of a borrower any more',
  MATCH: 'it is matched to nothing any more',
  GIVEN_BACK: 'it gave nothing back',
  CHARGE: 'nothing is charged by it any more',
  SETTLEMENT: 'it settled nothing',
} as const

/** What moved on the lender's cash, in words. */
function movedBack(what: TakenBack['what'], moved: NonNullable<TakenBack['withdrawal']>): string {
  const { amount, fee, lenderId, owed } = moved
  return what === 'GIVEN_BACK'
    ? `: ${amount} and ${fee} of fee left lender ${lenderId}'s cash again, ${owed} of it are owed`
    : `: ${amount} and ${fee} of fee are lender ${lenderId}'s again`
}

async function takeBack({ act }: CommandTools, lineId: string, reason: string) {
  const done = await act(takeLineBack, { lineId, reason })
  const { what, loans, withdrawal } = done
  const ofLoans = loans.length > 0 ? ` (${loans.join(', ')})` : ''
  const line = `${takenBack[what]}${ofLoans}${withdrawal && what !== 'MATCH' ? movedBack(what, withdrawal) : ''}`
  return { exit: 0 as const, lines: [line], data: { lineId, ...done } }
}

async function suspense({ context: { db } }: CommandTools, options: PageOptions) {
  const page = cutPage(await waitingBorrowerPayments(db, oneMore(options)), options.limit, ({ id }) => id)
  const result = pageResult(
    'payments',
    page,
    ({ lineId, methodPayment, amount, paidOn, name, age }) =>
      `line ${lineId} method ${methodPayment} ${paidOn} ${amount} rupiah as ${name}, ${age} days`,
  )
  return { ...result, exit: page.rows.length > 0 ? (1 as const) : (0 as const) }
}
