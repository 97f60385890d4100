import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { findFunding } from '../single/store.ts'
import { releaseFunding } from '../single/release-funding.ts'
import { settleFunding } from '../single/settle-funding.ts'
import { proofOf } from '../signing/signed-files.ts'
import { type WatchedFunding, watchedFunding, watchedFundings } from '../signing/waiting-fundings.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readId, readText } from '../../operator/values.ts'
import { limitsOfFunding } from '../../lenders/index.ts'
import { formatApplied } from '../../lenders/operator/index.ts'

type ListOptions = { stalled?: boolean; page: number; limit: number }
type ReleaseOptions = { reason: string; yes?: boolean }
type SettleOptions = { pp: string; ppfp: string; signedAt: Date; reason: string; yes?: boolean }

/** `fundings`: fundings that wait for a signature, and their manual release or settlement. */
export function addFundings(fundings: Command, terminal: Terminal): void {
  addCommand(fundings, {
    use: 'waiting',
    description:
      'menampilkan pendanaan yang menunggu tanda tangan dan yang berakhir tetapi belum dibatalkan penyedia; kode keluar 1 bila ada yang terhenti',
    example: 'fundings waiting --stalled',
    writes: false,
  })
    .option('--stalled', 'hanya yang terhenti')
    .addOption(new Option('--page <number>', 'halaman ke berapa').argParser(readCount(1_000_000)).default(1))
    .addOption(
      new Option('--limit <number>', 'jumlah pendanaan sehalaman').argParser(readCount(1000)).default(100),
    )
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addCommand(fundings, {
    use: 'show <id>',
    description:
      'menampilkan sebuah pendanaan dengan dokumennya di penyedia, dan batas yang dipakai memutuskannya',
    example: 'fundings show 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e',
    writes: false,
  }).action((id: string, _: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const funding = await watchedFunding(context.db, readId(id))
      if (!funding) throw new CommandError(`Tidak ada pendanaan ${id}.`)
      const limits = await limitsOfFunding(context.db, funding.id)
      return {
        exit: 0,
        lines: [...describe(funding), ...formatApplied(limits)],
        data: { funding, limits },
      }
    }),
  )
  addCommand(fundings, {
    use: 'release <id>',
    description:
      'melepaskan dana yang dicadangkan bagi pendanaan yang menunggu; dengan --yes juga selagi penyedia masih mungkin menerima tanda tangan, yang lalu tidak berlaku',
    example: 'fundings release 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "penyedia tutup" --yes',
    writes: true,
  })
    .requiredOption('--reason <text>', 'alasan, untuk jejak audit', readText(200))
    .option('--yes', 'menegaskan walau penyedia masih mungkin menerima tanda tangan')
    .action((id: string, options: ReleaseOptions, command: Command) =>
      runCommand(terminal, command, (tools) => release(tools, readId(id), options)),
    )
  addCommand(fundings, {
    use: 'settle <id>',
    description:
      'menyelesaikan pendanaan yang menunggu dengan kedua berkasnya yang ditandatangani, bila diterima di luar API',
    example:
      'fundings settle 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --pp pp.pdf --ppfp ppfp.pdf --signed-at 2026-11-20T09:30:00+07:00 --reason "berkas lewat e-mail" --yes',
    writes: true,
  })
    .requiredOption('--pp <file>', 'PP yang ditandatangani: dokumen yang ditampilkan dengan tanda tangannya')
    .requiredOption('--ppfp <file>', 'PPFP yang ditandatangani')
    .requiredOption('--signed-at <instant>', 'waktu penandatanganan, dengan zona waktunya', readInstant)
    .requiredOption('--reason <text>', 'alasan, untuk jejak audit', readText(200))
    .option('--yes', 'memindahkan uangnya')
    .action((id: string, options: SettleOptions, command: Command) =>
      runCommand(terminal, command, (tools) => settle(tools, readId(id), options)),
    )
}

async function list({ context }: CommandTools, { stalled = false, page, limit }: ListOptions) {
  const fundings = await watchedFundings(context.db, { stalled, page, limit })
  return {
    exit: fundings.some(({ stall }) => stall !== null) ? (1 as const) : (0 as const),
    lines: [...fundings.map(lineOf), `${fundings.length} ditampilkan`],
    data: { fundings, page },
  }
}

const lineOf = (one: WatchedFunding): string =>
  `${one.id}  ${one.state}  ${one.amount} pada ${one.loanNumber}, ${one.phone}, ditandatangani sebelum ${momentText(one.signBefore)}${one.cancelled ? ', pinjaman dibatalkan' : ''}${one.stall ? `: ${one.stall.reason} sejak ${one.stall.since}` : ''}`

function describe(one: WatchedFunding): string[] {
  const provider = one.provider
    ? `${one.provider}: dokumen ${one.documents}${one.providerToken ? `, ${one.providerToken}` : ''}`
    : 'penyedia belum diminta'
  const end = one.endedAt
    ? `berakhir ${momentText(one.endedAt)}${one.endReason ? `, ${one.endReason}` : ''}`
    : `ditandatangani sebelum ${momentText(one.signBefore)}`
  return [
    `${one.id}  ${one.state}  ${one.amount} pada ${one.loanNumber}${one.cancelled ? ' (dibatalkan)' : ''}, ${one.phone}`,
    `dibuat ${momentText(one.createdAt)}, ${end}`,
    provider,
    ...(one.stall
      ? [`${one.stall.reason} sejak ${one.stall.since}, ${one.stall.tries} percobaan: ${one.stall.detail}`]
      : []),
    ...(one.voidSignedAt
      ? [`ditandatangani ${momentText(one.voidSignedAt)} setelah berakhir: tidak berlaku, berkasnya disimpan`]
      : []),
  ]
}

async function release(
  { context, act, dryRun }: CommandTools,
  fundingId: string,
  { reason, yes }: ReleaseOptions,
) {
  const funding = await waitingFunding(context, fundingId)
  const state = funding.cancelled ? 'CANCELLED' : funding.overdue ? 'EXPIRED' : 'REJECTED'
  const answer = await act(releaseFunding, {
    fundingId,
    state,
    reason: 'OPERATOR',
    note: reason,
    ...(yes ? { documents: 'open' as const } : {}),
  })
  if (answer.state === 'WAITING')
    throw new CommandError(
      'Penyedia masih mungkin menerima tanda tangan baginya. Dengan --yes uangnya tetap dikembalikan; penyedia diminta membatalkan sampai menyatakannya, dan yang ditandatangani tidak berlaku.',
    )
  const lines = [
    `${fundingId} ${dryRun ? 'akan menjadi ' : ''}${answer.state}: ${funding.amount} dikembalikan`,
  ]
  return { exit: 0 as const, lines, data: { state: answer.state, amount: funding.amount } }
}

async function settle({ context, act, dryRun }: CommandTools, fundingId: string, options: SettleOptions) {
  const funding = await waitingFunding(context, fundingId)
  if (!options.yes && !dryRun)
    throw new CommandError('Ini memindahkan uang: lihat dahulu dengan --dry-run, lalu sebutkan --yes.')
  const known = await watchedFunding(context.db, fundingId)
  if (options.signedAt < (known?.createdAt ?? options.signedAt) || options.signedAt > context.clock.now())
    throw new CommandError('Harus ditandatangani di antara pendanaan dan sekarang.')
  const [pp, ppfp] = await Promise.all([readPdf(options.pp), readPdf(options.ppfp)])
  const { state } = await act(settleFunding, {
    fundingId,
    provider: known?.provider ?? 'PRIVY',
    providerToken: known?.providerToken ?? fundingId,
    signedAt: options.signedAt,
    note: options.reason,
    ...(await proofOf(context, fundingId, { PP: pp, PPFP: ppfp })),
  })
  const lines = [`${fundingId} ${dryRun ? 'akan menjadi ' : ''}${state}: ${funding.amount}`]
  return { exit: 0 as const, lines, data: { state, amount: funding.amount } }
}

async function waitingFunding({ db }: CommandTools['context'], id: string) {
  const funding = await findFunding(db, id)
  if (!funding) throw new CommandError(`Tidak ada pendanaan ${id}.`)
  if (funding.state !== 'WAITING') throw new CommandError(`${id} tidak menunggu, statusnya ${funding.state}.`)
  return funding
}

async function readPdf(path: string): Promise<Buffer> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CommandError(`${path} tidak dapat dibaca.`, { cause: error })
  })
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) || !bytes.includes('/ByteRange'))
    throw new CommandError(`${path} bukan PDF yang ditandatangani.`)
  return bytes
}

function readInstant(value: string): Date {
  const instant = new Date(value)
  if (/(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(instant.getTime())) return instant
  throw new InvalidArgumentError('Harus waktu dengan zonanya, misalnya 2026-11-20T09:30:00+07:00.')
}
