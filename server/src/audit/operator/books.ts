import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { type Breach, type Inspection, inspectBooks } from '../books/audit.ts'
import { markBooks } from '../books/since.ts'
import { listWaiting, waitingByKind } from '../check/waiting.ts'
import { clearingPositions } from '../../books/index.ts'
import { auditFrom, keep, readKept } from './audit-since.ts'
import {
  addCommand,
  CommandError,
  type CommandResult,
  type CommandTools,
  runCommand,
} from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'

/** `books audit`: every invariant of the books, over one snapshot. Exit 1 when one is broken. */
export function addBooks(books: Command, terminal: Terminal): void {
  addCommand(books, {
    use: 'audit',
    description:
      'memeriksa semua invarian pembukuan (docs/ledger.md), rantai audit dengan kuncinya, dan kepala rantai yang ditandatangani; kode keluar 1 bila ada yang dilanggar',
    example: 'books audit --anchor /mnt/evidence/pematang-audit.jsonl',
    writes: true,
    withoutDryRun:
      'perintah ini hanya membaca pembukuan, dan tidak menulis apa pun selain berkas --since-last',
  })
    .addOption(
      new Option(
        '--anchor <file>',
        'membandingkan jejak audit dengan kepala rantai dalam berkas ini; bawaan: AUDIT_ANCHOR_FILE',
      ),
    )
    .addOption(
      new Option(
        '--since-last <file>',
        'hanya memeriksa akun dan pinjaman yang berubah sejak pemeriksaan terakhir dengan berkas ini; pemeriksaan penuh bila berkasnya tidak ada atau pemeriksaan penuhnya berumur sehari',
      ),
    )
    .action((options: { anchor?: string; sinceLast?: string }, command: Command) =>
      runCommand(terminal, command, (tools) =>
        options.sinceLast === undefined
          ? auditTheBooks(tools, options)
          : auditChanges(tools, options.sinceLast, options),
      ),
    )
  addCommand(books, {
    use: 'waiting',
    description:
      'semua yang menunggu, menurut jenis dengan umur yang tertua, dan saldo akun kliring; dengan --kind satu per satu, kode keluar 1 bila ada pekerjaan yang hilang atau mati',
    example: 'books waiting --kind withdrawal.follow',
    writes: false,
  })
    .option('--kind <kind>', `satu jenis, ${oldestShown} yang tertua`)
    .action(({ kind }: { kind?: string }, command: Command) =>
      runCommand(terminal, command, (tools) => showWaiting(tools, kind)),
    )
}

const oldestShown = 100

async function showWaiting(
  { context: { db } }: CommandTools,
  kind: string | undefined,
): Promise<CommandResult> {
  const age = (seconds: number) =>
    seconds < 7200 ? `${Math.round(seconds / 60)} menit` : `${Math.round(seconds / 3600)} jam`
  if (kind !== undefined) {
    const waiting = await listWaiting(db, { kind, limit: oldestShown })
    return {
      exit: waiting.some(({ job }) => job === 'dead' || job === 'none') ? 1 : 0,
      lines: [
        ...waiting.map(
          ({ what, seconds, job }) =>
            `${kind}  ${JSON.stringify(what)} sejak ${age(seconds)}${job === null ? '' : `, pekerjaan ${job}`}`,
        ),
        `${waiting.length} ditampilkan`,
      ],
      data: { waiting },
    }
  }
  const [kinds, clearing] = [await waitingByKind(db), await clearingPositions(db)]
  return {
    exit: 0,
    lines: [
      ...(kinds.length === 0 ? ['Tidak ada yang menunggu.'] : []),
      ...kinds.map((one) => `${one.kind}  ${one.waiting}, yang tertua ${age(one.oldestSeconds)}`),
      ...clearing
        .filter(({ open }) => open > 0)
        .map((one) => `${one.kind}  ${one.balance} rupiah, pos tertua ${one.age} hari`),
    ],
    data: { kinds, clearing },
  }
}

/** Audits continuously (--watch): the changes every minute, and everything once a day. */
async function auditChanges(
  tools: CommandTools,
  file: string,
  options: { anchor?: string },
): Promise<CommandResult> {
  const { context } = tools
  const now = context.clock.now()
  const kept = await readKept(file, now)
  const breaches = kept && (await auditFrom(context, kept, file))
  if (kept === null || breaches === null) {
    const watermark = await markBooks(context.db)
    const result = await auditTheBooks(tools, options)
    if (result.exit === 0) await keep(file, { ...watermark, wholeAt: now.toISOString() })
    return result
  }
  const whole = breaches.length === 0
  const verdict = `Yang berubah sejak pemeriksaan terakhir utuh; seluruh pembukuan diperiksa pada ${kept.wholeAt}.`
  return {
    exit: whole ? 0 : 1,
    lines: whole ? [verdict] : breaches.map(describeBreach),
    data: { whole, breaches, since: kept.transaction, wholeAt: kept.wholeAt },
  }
}

/** What each invariant says is for developers, and stands in the JSON. */
const describeBreach = ({ invariant, row }: Breach): string =>
  `${invariant} dilanggar; teruskan kepada pengelola sistem: ${JSON.stringify(row)}`

async function auditTheBooks(
  { context }: CommandTools,
  { anchor }: { anchor?: string },
): Promise<CommandResult> {
  const keys = context.auditKeys()
  const file = anchor ?? context.config.AUDIT_ANCHOR_FILE
  const anchors = file === null ? undefined : await linesOf(file, anchor !== undefined)
  const inspection = await inspectBooks(context.db, { keys, anchors })
  const { breaches, chain } = inspection
  const whole = breaches.length === 0
  const checkedInPart = chain.unchecked > 0
  const verdict = checkedInPart ? 'Pembukuan utuh sejauh dapat diperiksa.' : 'Pembukuan utuh.'
  return {
    exit: whole ? 0 : 1,
    lines: [...(whole ? [verdict] : breaches.map(describeBreach)), ...describeChain(inspection)],
    data: {
      whole,
      breaches,
      chain: {
        links: chain.links,
        keyed: chain.keyed,
        keyedFrom: chain.keyedFrom,
        unchecked: chain.unchecked,
      },
      anchors: inspection.anchors && {
        compared: inspection.anchors.anchors,
        newest: inspection.anchors.newest && {
          at: inspection.anchors.newest.at,
          seq: inspection.anchors.newest.seq,
        },
        signaturesChecked: inspection.anchors.verified,
      },
    },
  }
}

function describeChain({ chain, anchors }: Inspection): string[] {
  const { links, keyed, keyedFrom, unchecked, retired } = chain
  const rows = (count: number) => `${count} baris`
  const lines =
    unchecked > 0
      ? [
          `Jejak audit: ${rows(unchecked)} sejak baris ${keyedFrom} disegel dengan kunci dan TIDAK diperiksa, karena AUDIT_KEY_FILE tidak diisi; hanya ${rows(links - keyed)} tanpa kunci yang diperiksa.`,
        ]
      : [
          `Jejak audit: ${rows(links)} disegel, ${keyed} di antaranya dengan kunci${keyedFrom === null ? '' : ` (sejak baris ${keyedFrom})`}.` +
            (keyed < links
              ? ' Yang tanpa kunci dapat disegel ulang oleh siapa pun yang memegang basis data.'
              : ''),
        ]
  if (retired > 0) lines.push(`Jejak audit: ${rows(retired)} sebelumnya sudah dihapus.`)
  if (anchors === null)
    return [
      ...lines,
      'Kepala rantai: tidak ada yang dibandingkan (--anchor FILE), jadi ujung yang terpotong tidak akan terlihat.',
    ]
  const { anchors: count, newest, verified } = anchors
  const signatures = verified ? '' : '; tanda tangannya TIDAK diperiksa, karena AUDIT_KEY_FILE tidak diisi'
  return [
    ...lines,
    `Kepala rantai: ${count} dibandingkan, yang terbaru ${newest?.at ?? 'tanpa waktu'} di baris ${newest?.seq ?? 0}${signatures}.`,
  ]
}

/** The lines of an anchor file. Only the configured file may be missing, because it may not exist yet. */
async function linesOf(file: string, asked: boolean): Promise<string[] | undefined> {
  try {
    return (await readFile(file, 'utf8')).split('\n')
  } catch (error) {
    if (!asked && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CommandError(`Kepala rantai di ${file} tidak dapat dibaca.`, { cause: error })
  }
}
