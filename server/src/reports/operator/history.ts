import type { Command } from 'commander'
import { addCommand, CommandError, type CommandTools, runCommand, write } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDate, readText } from '../../operator/values.ts'
import { type HistoryMovement, historyOf } from '../history/history.ts'
import { lendersByReference, lendersByRequest, referenceWords } from '../history/find-by-reference.ts'

type Options = { from?: string; until?: string }

/** `lenders history`: each movement of a lender, who recorded it and why. */
export function addHistory(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'history <reference>',
    description:
      'setiap pergerakan dana seorang Pemberi Dana dengan pinjaman, referensi bank, staf, alasan, dan saldo; Pemberi Dana menurut telepon, virtual account, atau nomor apa pun dari laporan, layar, bank, atau permintaan',
    example: 'lenders history WDR-261120-4QK7Z0X9AB --from 2026-11-01',
    writes: false,
  })
    .option('--from <date>', 'hari kerja pertama, YYYY-MM-DD', readDate)
    .option('--until <date>', 'hari kerja terakhir, YYYY-MM-DD', readDate)
    .action((reference: string, options: Options, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, readText(100)(reference), options)),
    )
}

async function show({ context, terminal, json }: CommandTools, reference: string, options: Options) {
  const { from, until } = options
  if (from !== undefined && until !== undefined && from > until)
    throw new CommandError(`${from} sesudah ${until}.`)
  const { lenderId, kind } = await theOne(context, reference)
  const [lender = `lender:${lenderId}`] = await lendersAsShown(context.db, [lenderId])
  const movements: HistoryMovement[] = []
  let count = 0
  for await (const movement of historyOf(context.db, lenderId, options)) {
    count += 1
    // Printed lines are streamed; JSON must be a single value, so its rows are collected.
    if (json) movements.push(movement)
    else await write(terminal.stdout, asLine(movement))
  }
  return {
    exit: 0 as const,
    lines: [`${count} pergerakan Pemberi Dana ${lender}, ditemukan menurut ${referenceWords[kind] ?? kind}`],
    data: { lenderId, kind, movements },
  }
}

/** How many lenders are named where a reference has several. */
const namedAtMost = 10

async function theOne({ db }: CommandTools['context'], reference: string) {
  const referenced = await lendersByReference(db, reference)
  const found = referenced.length > 0 ? referenced : await lendersByRequest(db, reference)
  const [first] = found
  if (!first) throw new CommandError(`Tidak ada yang berreferensi ${reference}.`)
  const lenders = new Set(found.map(({ lenderId }) => lenderId))
  if (lenders.size === 1) return first
  const kinds = Map.groupBy(found, (one) => one.kind)
  const named = []
  for (const [kind, rows] of kinds) {
    const ids = rows.map(({ lenderId }) => lenderId)
    const shown = await lendersAsShown(db, ids.slice(0, namedAtMost))
    const more = ids.length > namedAtMost ? ` dan ${ids.length - namedAtMost} lagi` : ''
    named.push(`${referenceWords[kind] ?? kind} milik ${shown.join(', ')}${more}`)
  }
  throw new CommandError(
    `${reference} milik ${lenders.size} Pemberi Dana: ${named.join('; ')}. Sebutkan satu dengan nomor teleponnya.`,
  )
}

/** Lenders by the phone number that every command takes, and their names. */
async function lendersAsShown(db: Queryable, ids: readonly number[]): Promise<string[]> {
  const rows = await many<{ phone: string; name: string }>(
    db,
    'reports.operator.lenders_shown',
    'select phone, name from lender where id = any($1) order by id',
    [ids],
  )
  return rows.map(({ phone, name }) => `${phone} (${name})`)
}

const asLine = (movement: HistoryMovement): string => {
  const { at, kind, number, loanNumber, bankReference, operator, reason, takesBack, amount, balance } =
    movement
  const parts = [
    `${momentText(at)}  ${kind}  ${number}  ${amount}  saldo ${balance}`,
    ...(loanNumber === null ? [] : [loanNumber]),
    ...(bankReference === null ? [] : [`bank ${bankReference}`]),
    ...(takesBack === null ? [] : [`membatalkan ${takesBack}`]),
    ...(operator === null ? [] : [`oleh ${operator}`]),
    ...(reason === null ? [] : [reason]),
  ]
  return `${parts.join('  ')}\n`
}
