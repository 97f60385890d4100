import { type Command, InvalidArgumentError } from 'commander'
import { validate as isUuid } from 'uuid'
import { grantedOf, listOpen, type MandateRow } from '../mandate/store.ts'
import { revokeMandateOf } from '../mandate/end-mandate.ts'
import { cutPage } from '../../platform/pages.ts'
import { addCommand, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from '../../lenders/operator/index.ts'

/** `mandates`: the standing mandates of lenders for automatic funding. */
export function addMandates(mandates: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(mandates, {
      use: 'list',
      description: 'menampilkan kuasa yang berlaku atau menunggu tanda tangannya, yang tertua dahulu',
      example: 'mandates list --limit 50',
      writes: false,
    }),
    readMandateId,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => list(tools, options)),
  )
  addCommand(mandates, {
    use: 'show',
    description:
      'menampilkan kuasa seorang Pemberi Dana, yang terbaru dahulu: batas, hash teks, tanda tangan, dan akhirnya',
    example: 'mandates show --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
  addCommand(mandates, {
    use: 'revoke',
    description:
      'mengakhiri kuasa Pemberi Dana seketika; pendanaan dengannya yang belum ditandatangani mengembalikan uangnya, dan Pemberi Dana diberi tahu',
    example: 'mandates revoke --phone 81234567890 --reason "putusan 12/2026"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .requiredOption('--reason <text>', 'alasan, untuk catatan', readText(200))
    .action(({ phone, reason }: { phone: string; reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => revoke(tools, phone, reason)),
    )
}

function readMandateId(value: string): string {
  if (isUuid(value)) return value
  throw new InvalidArgumentError('Harus nomor kuasa seperti dalam daftarnya.')
}

async function list({ context: { db } }: CommandTools, { limit, after }: PageOptions) {
  const found = await listOpen(db, { after, limit: limit + 1 })
  const page = cutPage(found, limit, ({ id }) => id)
  return pageResult('mandates', { ...page, rows: page.rows.map(dataOf) }, describe)
}

async function show({ context }: CommandTools, phone: string) {
  const lenderId = await lenderOf(context, phone)
  const mandates = (await grantedOf(context.db, lenderId, 100)).map(dataOf)
  return {
    exit: 0 as const,
    lines:
      mandates.length > 0 ? mandates.map(describe) : [`Pemberi Dana ${lenderId} tidak pernah memberi kuasa`],
    data: { lenderId, mandates },
  }
}

async function revoke({ context, act }: CommandTools, phone: string, reason: string) {
  const lenderId = await lenderOf(context, phone)
  const { ended } = await act(revokeMandateOf, { lenderId, reason })
  const line =
    ended.length > 0
      ? `diakhiri: ${ended.join(', ')}`
      : `Pemberi Dana ${lenderId} tidak memiliki kuasa yang berlaku, dan tidak ada yang menunggu`
  return {
    exit: ended.length > 0 ? (0 as const) : (1 as const),
    lines: [line],
    data: { lenderId, ended, reason },
  }
}

const dataOf = (row: MandateRow) => ({
  id: row.id,
  lenderId: row.lenderId,
  number: row.number,
  version: row.version,
  state: row.state,
  largestPerLoan: row.largestPerLoan,
  totalBudget: row.totalBudget,
  placed: row.placed,
  textSha256: row.textSha256.toString('hex'),
  grantedAt: row.grantedAt?.toISOString() ?? null,
  signedAt: row.signedAt?.toISOString() ?? null,
  validUntil: row.validUntil.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  endReason: row.endReason,
  endDetail: row.endDetail,
})

const describe = (row: ReturnType<typeof dataOf>): string =>
  [
    `${row.number} (${row.id}) dari Pemberi Dana ${row.lenderId}: ${row.state}`,
    `paling banyak ${row.largestPerLoan} per pinjaman dan ${row.totalBudget} seluruhnya, ${row.placed} terpakai`,
    `diberikan ${row.grantedAt}, ${row.signedAt === null ? 'belum ditandatangani' : `ditandatangani ${row.signedAt} dengan hash`}, sampai ${row.validUntil}`,
    ...(row.endReason === null
      ? []
      : [`berakhir ${row.endedAt}: ${row.endReason}${row.endDetail === null ? '' : ` (${row.endDetail})`}`]),
    `teks ${row.textSha256}`,
  ].join('; ')
