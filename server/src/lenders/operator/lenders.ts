import { type Command, Option } from 'commander'
import type { LenderState } from '../auth/store.ts'
import { type LenderRow, listLenders, showLender } from '../profile/find-lenders.ts'
import { addCommand, CommandError, type CommandTools, runCommand, write } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readDigits, readPhone } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

/** `lenders list` and `lenders show`. */
export function addLenderLists(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'list',
    description: 'menampilkan Pemberi Dana dengan dananya dalam rupiah bulat; semua, atau satu halaman',
    example: 'lenders list --state SUSPENDED',
    writes: false,
  })
    .addOption(
      new Option('--state <state>', 'hanya yang berstatus ini').choices(['ACTIVE', 'SUSPENDED', 'CLOSED']),
    )
    .option('--limit <count>', 'paling banyak sekian baris, sampai 1000; bawaan: semua', readCount(1000))
    .option('--after <cursor>', 'penunjuk dari halaman sebelumnya', readDigits(1, 16))
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addCommand(lenders, {
    use: 'show',
    description: 'menampilkan Pemberi Dana tanpa rahasianya',
    example: 'lenders show --phone 81234567890 --json',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'nomor nasional, dengan atau tanpa +62', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
}

type ListOptions = { state?: LenderState; limit?: number; after?: string }

const page = 1000

async function list({ context, terminal, json }: CommandTools, { state, limit, after: from }: ListOptions) {
  const lenders: LenderRow[] = []
  let count = 0
  let more = false
  let after = Number(from ?? 0)
  for (;;) {
    const found = await listLenders(context.db, after, (limit ?? page) + 1, state)
    const rows = found.slice(0, limit ?? page)
    more = found.length > rows.length
    count += rows.length
    // Printed lines are streamed; JSON must be a single value, so its rows are collected.
    if (json) lenders.push(...rows)
    else await write(terminal.stdout, rows.map(asLine).join(''))
    after = rows.at(-1)?.lenderId ?? after
    if (limit !== undefined || !more) break
  }
  const next = more ? String(after) : null
  return {
    exit: 0 as const,
    lines: [next === null ? `${count} Pemberi Dana` : `${count} ditampilkan, masih ada: --after ${next}`],
    data: { lenders, next },
  }
}

const asLine = ({ phone, name, corporate, state, cash, held }: LenderRow): string =>
  `${phone}  ${corporate ? 'perusahaan' : 'perorangan'}  ${state === 'ACTIVE' ? '' : `${state}  `}dana ${cash}, dicadangkan ${held}  ${name}\n`

async function show({ context }: CommandTools, phone: string) {
  const lender = await showLender(context.db, await lenderOf(context, phone))
  if (!lender) throw new CommandError(`Tidak ada Pemberi Dana dengan nomor ${phone}.`)
  const { institution, bank } = lender
  return {
    exit: 0 as const,
    lines: [
      `${lender.name}, ${lender.corporate ? 'perusahaan' : 'perorangan'}, Pemberi Dana ${lender.lenderId}`,
      `telepon ${lender.phone}, e-mail ${lender.email}, sejak ${momentText(lender.createdAt)}`,
      `${lender.state}${lender.stateSince ? ` sejak ${momentText(lender.stateSince)}` : ''}, ${lender.sessions} sesi`,
      `dana ${lender.cash}, dicadangkan ${lender.held}`,
      `pajak ${lender.taxStatus}, ${lender.taxRatePpm / 10_000}% dari bunga`,
      `product ${lender.bulkFunding ? 'ditawarkan' : 'tidak ditawarkan'}`,
      institution
        ? `perusahaan ${institution.companyName} <${institution.companyEmail}>, penanggung jawab ${institution.picFullName}, ${institution.picPhone}`
        : 'tanpa perusahaan',
      bank
        ? `rekening bank berakhiran ${bank.lastDigits} di ${bank.bankName} (${bank.bankCode}), metode ${bank.methodPayment}`
        : 'tanpa rekening bank',
      ...lender.virtualAccounts.map(
        ({ number, bankName, methodPayment }) =>
          `virtual account ${number} di ${bankName}, metode ${methodPayment}`,
      ),
    ],
    data: { lender },
  }
}
