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
        'tanpa --to: menampilkan apa saja yang mungkin bagi sebuah mutasi; dengan --to: menyatakannya, sekali; atau menyatakan baris-baris berkas CSV. Berkas boleh diulang',
      example:
        'bank match 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --to loan:PMT-2026-000123 --note "slip dilihat, referensinya salah"',
      writes: true,
    }),
    'docs/bank-match-file.md',
  )
    .option('--to <what>', kinds)
    .option('--note <text>', 'bagaimana diketahui, untuk jejak audit', readText(200))
    .option(
      '--phone <digits>',
      'bagi top-up: Pemberi Dana, bila mutasi tidak memuat nomor virtual account; bagi enter: Pemberi Dana dari penarikan dana itu',
      readPhone,
    )
    .option(
      '--payment <name>',
      'bagi top-up: paymentRequestId dari bank, bila mutasi tidak memuatnya',
      readText(100),
    )
    .option('--with-fee', 'bagi given-back: kembalikan juga biayanya, yang dibebaskan bank')
    .option('--yes', 'menegaskan Top Up di atas batas wajar bank')
    .action((line: string | undefined, options: MatchOptions & OneOrFileOptions, command: Command) =>
      runCommand(terminal, command, (tools) => {
        const named = oneOrFile(line, options, 'satu mutasi', {
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
      'membatalkan yang terakhir dinyatakan tentang sebuah mutasi: pinjamannya (Angsurannya dikoreksi), pengembaliannya, penyimpanannya sebagai belum teridentifikasi, pencocokannya dengan transfer, atau perannya bagi penarikan dana (dikembalikan, didebit, diselesaikan, dicocokkan)',
    example: 'bank take-back 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "ternyata pinjaman lain"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((line: string, { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => takeBack(tools, readId(line), reason)),
    )
  addPageOptions(
    addCommand(bank, {
      use: 'suspense',
      description:
        'menampilkan pembayaran Penerima Dana yang belum cocok dengan pinjaman mana pun, yang tertua dahulu; kode keluar 1 bila ada',
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
    task: 'mencocokkan',
    work: (input, { dryRun, ...reading }) => {
      const act: CommandTools['act'] = (verb, given) =>
        performerOf(dryRun)(tools.context, verb, { actor: tools.actor, input: given })
      return importLines(
        input,
        matchTable,
        ({ lineId, ...content }) => [
          { column: 'line', key: lineId, content: JSON.stringify(content), clash: 'arti lain' },
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
      `${lines} baris: ${taken} dicocokkan, ${known} sudah dikenal, ${refused} ditolak`,
  })

type MatchOptions = Omit<LineMatch, 'lineId' | 'to' | 'note'> & { to?: string; note?: string; yes?: boolean }

async function match(tools: CommandTools, lineId: string, { to, note, yes, ...options }: MatchOptions) {
  if (to === undefined) {
    const proposals = await proposalsFor(tools.context.db, lineId)
    const lines = proposals.map((one) => `--to ${one.to}  ${one.why}`)
    return {
      exit: 0 as const,
      lines: lines.length > 0 ? lines : ['tidak ada catatan yang mungkin baginya'],
      data: { proposals },
    }
  }
  if (note === undefined) throw new CommandError('Sebutkan bagaimana diketahui: --note.')
  const { done, words, data } = await matchLineTo(tools, { lineId, to, note, aboveCeiling: yes, ...options })
  return {
    exit: 0 as const,
    lines: [done ? words : `sudah demikian sebelumnya: ${words}`],
    data: { lineId, to, done, ...data },
  }
}

const lineIdCell: ReadCell<string> = (cell) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(cell)
    ? { ok: true, value: cell.toLowerCase() }
    : { ok: false, reason: 'bukan nomor yang dikenal' }

type MatchRow = { lineId: string; to: string; note: string; phone: string | null; payment: string | null }

/** The format of the match file (docs/bank-match-file.md). */
export const matchTable: Table<MatchRow> = {
  kind: 'baris mutasi bank',
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
  ASSIGNMENT: 'Angsurannya dikoreksi, dan pembayaran itu kembali belum teridentifikasi',
  RETURN: 'pembayaran itu tidak dikirim kembali, dan kembali belum teridentifikasi',
  SUSPENSE: 'bukan lagi pembayaran Penerima Dana',
  MATCH: 'tidak lagi dicocokkan dengan apa pun',
  GIVEN_BACK: 'tidak mengembalikan apa pun',
  CHARGE: 'tidak lagi mendebit apa pun',
  SETTLEMENT: 'tidak menyelesaikan apa pun',
} as const

/** What moved on the lender's cash, in words. */
function movedBack(what: TakenBack['what'], moved: NonNullable<TakenBack['withdrawal']>): string {
  const { amount, fee, lenderId, owed } = moved
  return what === 'GIVEN_BACK'
    ? `: ${amount} dan biaya ${fee} kembali keluar dari dana Pemberi Dana ${lenderId}, ${owed} di antaranya menjadi kewajibannya`
    : `: ${amount} dan biaya ${fee} kembali menjadi milik Pemberi Dana ${lenderId}`
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
      `mutasi ${lineId} metode ${methodPayment} ${paidOn} ${amount} rupiah sebagai ${name}, ${age} hari`,
  )
  return { ...result, exit: page.rows.length > 0 ? (1 as const) : (0 as const) }
}
