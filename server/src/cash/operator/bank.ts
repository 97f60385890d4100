import type { Command } from 'commander'
import { businessToday } from '../../books/index.ts'
import {
  type StoredDifference,
  countOpenDifferences,
  listDifferences,
  resolveDifference,
} from '../reconciliation/differences.ts'
import { type StoredLine, listLines } from '../reconciliation/lines.ts'
import { one, type Queryable } from '../../platform/db/database.ts'
import { cutPage, oneMore } from '../../platform/pages.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readId, readMethod, readText } from '../../operator/values.ts'

/** `bank`: statements of the banks compared with the ledger. */
export function addBank(bank: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(bank, {
      use: 'differences',
      description:
        'menampilkan selisih terbuka antara pembukuan dan mutasi bank, yang tertua dahulu; kode keluar 1 bila ada',
      example: 'bank differences',
      writes: false,
    }),
    readId,
  )
    .option('--method <number>', '1: BNI, 2: bank lain; keduanya bila tidak disebut', readMethod)
    .option('--all', 'juga yang sudah berakhir')
    .action((options: DifferencesOptions, command: Command) =>
      runCommand(terminal, command, (tools) => differences(tools, options)),
    )
  addPageOptions(
    addCommand(bank, {
      use: 'lines',
      description:
        'menampilkan mutasi bank dari satu hari, penarikan dana, atau pembayaran, yang tertua dahulu',
      example: 'bank lines --on 2026-11-20 --method 1',
      writes: false,
    }),
    readId,
  )
    .option('--on <date>', 'hari kerja, YYYY-MM-DD; bawaan: hari ini', readDate)
    .option('--method <number>', '1: BNI, 2: bank lain', readMethod)
    .option('--withdrawal <id>', 'mutasi sebuah penarikan dana', readId)
    .option('--payment <name>', 'mutasi sebuah pembayaran masuk, menurut namanya di bank', readText(100))
    .action((options: LinesOptions, command: Command) =>
      runCommand(terminal, command, (tools) => lines(tools, options)),
    )
  addCommand(bank, {
    use: 'resolve <difference>',
    description:
      'mengakhiri selisih yang sudah diperbaiki di tempat lain atau dijelaskan bank; terbuka lagi bila jumlahnya berubah',
    example:
      'bank resolve 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --note "biaya bulanan bank, surat 20 November"',
    writes: true,
  })
    .requiredOption('--note <text>', 'alasan, untuk jejak audit', readText(200))
    .action((difference: string, { note }: { note: string }, command: Command) =>
      runCommand(terminal, command, (tools) => resolve(tools, readId(difference), note)),
    )
}

/** A difference between the ledger and a bank statement as a line of text, with its id. */
export const differenceLine = ({ id, kind, subject, ours, theirs }: StoredDifference): string =>
  `${id} ${kind} ${subject}: pembukuan ${ours ?? 'tidak ada'}, bank ${theirs ?? 'tidak ada'}`

type DifferencesOptions = PageOptions & { method?: 1 | 2; all?: boolean }

async function differences(
  { context: { db } }: CommandTools,
  { method, all = false, ...window }: DifferencesOptions,
) {
  const methodPayment = method ?? null
  const list = await listDifferences(db, { methodPayment, all, ...oneMore(window) })
  const open = await countOpenDifferences(db, methodPayment)
  const ended = ({ endedAs, endedAt, note }: StoredDifference) =>
    endedAt === null ? '' : `, ${endedAs} ${momentText(endedAt)}${note === null ? '' : ` (${note})`}`
  const result = pageResult(
    'differences',
    cutPage(list, window.limit, ({ id }) => id),
    (each) =>
      `${differenceLine(each)}, metode ${each.methodPayment}, ${each.foundOn}, ${each.age} hari${ended(each)}`,
  )
  return {
    exit: open > 0 ? (1 as const) : (0 as const),
    lines: [...result.lines, `${open} selisih terbuka`],
    data: { ...result.data, open },
  }
}

type LinesOptions = PageOptions & { on?: string; method?: 1 | 2; withdrawal?: string; payment?: string }

async function lines({ context }: CommandTools, options: LinesOptions) {
  const { on, method, withdrawal, payment, ...window } = options
  const isNamed = withdrawal !== undefined || payment !== undefined
  const list = await listLines(context.db, {
    methodPayment: method ?? null,
    day: on ?? (isNamed ? null : await businessToday(context.db)),
    withdrawalId: withdrawal ?? null,
    payment: payment ?? null,
    ...oneMore(window),
  })
  if (list.length === 0) await requireKnown(context.db, options)
  return pageResult(
    'lines',
    cutPage(list, window.limit, ({ id }) => id),
    bankLine,
  )
}

/**
 * Refuses what no bank can have listed, because there is none: a withdrawal by its id, a payment in by its name.
 * @throws CommandError
 */
async function requireKnown(db: Queryable, { withdrawal, payment }: LinesOptions): Promise<void> {
  const known = await one<{ withdrawal: boolean; payment: boolean }>(
    db,
    'cash.operator.known',
    `select $1::uuid is null or exists (select from withdrawal where id = $1) as withdrawal,
            $2::text is null or exists (select from bank_payment where payment_request_id = $2) as payment`,
    [withdrawal ?? null, payment ?? null],
  )
  if (!known.withdrawal) throw new CommandError(`Tidak ada penarikan dana ${withdrawal}.`)
  if (!known.payment) throw new CommandError(`Tidak ada pembayaran ${payment}.`)
}

function bankLine({ id, methodPayment, type, amount, at, isGone, isMatched, ...line }: StoredLine): string {
  const about =
    line.withdrawalId !== null
      ? `penarikan dana ${line.withdrawalId}`
      : line.paymentRequestId !== null
        ? `pembayaran ${line.paymentRequestId}${line.number === null ? '' : ` kepada ${line.number}`}`
        : line.transfer !== null
          ? `transfer ${line.transfer}`
          : `bukan milik kita (${line.reference ?? line.bankReference ?? 'tanpa referensi'})`
  const words = [
    isMatched ? 'dicocokkan secara manual' : '',
    isGone ? 'tidak dimuat lagi' : '',
    line.remark === null ? '' : `"${line.remark}"`,
  ].filter(Boolean)
  return `${id} metode ${methodPayment} ${momentText(at)} ${type} ${amount}: ${[about, ...words].join(', ')}`
}

async function resolve({ act }: CommandTools, id: string, note: string) {
  const { resolved, difference } = await act(resolveDifference, { id, note })
  const name = `${difference.kind} ${difference.subject}`
  return {
    exit: 0 as const,
    lines: [resolved ? `${name} diakhiri` : `${name} sudah berakhir sebelumnya`],
    data: { resolved, difference },
  }
}
