import type { Command } from 'commander'
import { type Confirmation, confirmationsOf, findByNumber } from '../balance-confirmation/store.ts'
import { revokeConfirmation } from '../balance-confirmation/revoke.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from '../../lenders/operator/index.ts'

/** `confirmations`: balance confirmations that lenders requested for their auditors, and their revocation. */
export function addConfirmations(group: Command, terminal: Terminal): void {
  addCommand(group, {
    use: 'show <number>',
    description: 'menampilkan sebuah konfirmasi: harinya, jumlahnya, dan apakah sudah dicabut',
    example: 'confirmations show KNF-261123-7Q4M2X9B1C',
    writes: false,
  }).action((number: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, number)),
  )
  addCommand(group, {
    use: 'list',
    description: 'menampilkan konfirmasi seorang Pemberi Dana, yang terbaru dahulu',
    example: 'confirmations list --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'Pemberi Dana', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, phone)),
    )
  addCommand(group, {
    use: 'revoke <number>',
    description:
      'mencabut konfirmasi yang isinya salah; pemeriksaannya menyatakan demikian, dan Pemberi Dananya dapat memperoleh yang lain untuk hari itu',
    example: 'confirmations revoke KNF-261123-7Q4M2X9B1C --reason "nama perusahaan salah"',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
    .action((number: string, { reason }: { reason: string }, command: Command) =>
      runCommand(terminal, command, (tools) => revoke(tools, number, reason)),
    )
}

const dataOf = ({ number, lenderId, asOf, initials, total, issuedAt, revokedAt, reason }: Confirmation) => ({
  number,
  lenderId,
  asOf,
  initials,
  total,
  issuedAt: issuedAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  reason,
})

const lineOf = (one: Confirmation): string =>
  [
    `${one.number} per ${one.asOf}: ${one.total} rupiah, ${one.initials} (Pemberi Dana ${one.lenderId}),`,
    `diterbitkan ${momentText(one.issuedAt)}`,
    ...(one.revokedAt ? [`dicabut ${momentText(one.revokedAt)}: ${one.reason}`] : []),
  ].join(' ')

async function show({ context }: CommandTools, number: string) {
  const found = await findByNumber(context.db, number.toUpperCase())
  if (!found) throw new CommandError(`Tidak ada konfirmasi ${number}.`)
  return { exit: 0 as const, lines: [lineOf(found)], data: dataOf(found) }
}

async function list({ context }: CommandTools, phone: string) {
  const found = await confirmationsOf(context.db, await lenderOf(context, phone))
  return {
    exit: 0 as const,
    lines: found.length > 0 ? found.map(lineOf) : ['tidak ada'],
    data: { confirmations: found.map(dataOf) },
  }
}

async function revoke({ act }: CommandTools, number: string, reason: string) {
  const { number: revoked } = await act(revokeConfirmation, { number: number.toUpperCase(), reason })
  return { exit: 0 as const, lines: [`${revoked} dicabut`], data: { number: revoked } }
}
