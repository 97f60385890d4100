import { type Command, InvalidArgumentError } from 'commander'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import type { Table } from '../../platform/csv/table.ts'
import { optional, phoneDigits, type ReadCell, text } from '../../platform/csv/values.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { type FileOptions, processFile } from '../../operator/file-source.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import { type FileReport, importLines } from '../../operator/files/index.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readPhone, readText } from '../../operator/values.ts'
import {
  proposalsFor,
  type TakenBack,
  takeLineBack,
  waitingBorrowerPayments,
} from '../reconciliation/index.ts'
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
        if ('file' in named) return matchFile(tools, named.file, options)
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

const matchFile = (tools: CommandTools, file: string, options: FileOptions) =>
  processFile<FileReport>(tools, file, options, {
    task: 'matching',
    work: (input, { dryRun, ...reading }) => {
      const act: CommandTools['act'] = (verb, given) =>
        performerOf(dryRun)(tools.context, verb, { actor: tools.actor, input: given })
      return importLines(
        input,
        matchTable,
        ({ lineId, ...content }) => [
          { column: 'line', key: lineId, content: JSON.stringify(content), clash: 'another meaning' },
        ],
        async (row) => {
          try {
            const { done } = await matchLineTo({ context: tools.context, act }, withoutEmpty(row))
            return done ? 'taken' : 'known'
          } catch (error) {
            if (isAboutTheLine(error)) return { refused: error.message }
            throw error
          }
        },
        reading,
      )
    },
    describe: ({ lines, taken, known, refused }) =>
      `${lines} lines: ${taken} matched, ${known} known, ${refused} refused`,
  })

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

const lineIdCell: ReadCell<string> = (cell) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cell)
    ? { ok: true, value: cell.toLowerCase() }
    : { ok: false, reason: 'is not an id' }

type MatchRow = { lineId: string; to: string; note: string; phone: string | null; payment: string | null }

/** The format of the match file (docs/bank-match-file.md). */
export const matchTable: Table<MatchRow> = {
  kind: 'bank match',
  mayLeaveOut: true,
  columns: {
    lineId: { name: 'line', type: 'text', required: true, limit: 'an id of “bank lines”', read: lineIdCell },
    to: { name: 'to', type: 'text', required: true, limit: 'at most 1000 characters', read: text(1000) },
    note: { name: 'note', type: 'text', required: true, limit: 'at most 200 characters', read: text(200) },
    phone: {
      name: 'phone',
      type: 'text',
      required: false,
      limit: '8 to 20 digits, also with 0, 62 or +62 before them',
      read: optional(phoneDigits),
    },
    payment: {
      name: 'payment',
      type: 'text',
      required: false,
      limit: 'at most 100 characters',
      read: optional(text(100)),
    },
  },
}

/** Whether an error says what is wrong with the line; one of the database, or of the program, has a class or a code. */
const isAboutTheLine = (error: unknown): error is Error =>
  error instanceof CommandError ||
  error instanceof InvalidArgumentError ||
  (error instanceof Error && error.constructor === Error && !('code' in error))

const withoutEmpty = ({ phone, payment, ...row }: MatchRow): LineMatch => ({
  ...row,
  phone: phone ?? undefined,
  payment: payment ?? undefined,
})

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
