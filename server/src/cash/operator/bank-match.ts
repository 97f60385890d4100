import type { Command } from 'commander'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { processKind } from '../../operator/file-source.ts'
import { addOneOrFile, oneOrFile, type OneOrFileOptions } from '../../operator/one-or-file.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readId, readPhone, readText } from '../../operator/values.ts'
import { findLine } from '../reconciliation/lines.ts'
import { proposalsFor } from '../reconciliation/proposals.ts'
import { type TakenBack, takeLineBack } from '../reconciliation/take-line-back.ts'
import { waitingBorrowerPayments } from '../reconciliation/borrower/store.ts'
import { matchesFile } from './match-file.ts'
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
        if ('file' in named) return processKind(tools, named.file, options, matchesFile)
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

type MatchOptions = Omit<LineMatch, 'lineId' | 'to' | 'note'> & { to?: string; note?: string; yes?: boolean }

async function match(tools: CommandTools, lineId: string, { to, note, yes, ...options }: MatchOptions) {
  if (to === undefined) {
    const { db } = tools.context
    const proposals = await proposalsFor(db, lineId)
    if (proposals.length === 0 && !(await findLine(db, lineId)))
      throw new CommandError(`Tidak ada bank yang pernah memuat mutasi ${lineId}.`)
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
