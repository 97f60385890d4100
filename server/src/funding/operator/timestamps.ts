import { type Command, Option } from 'commander'
import type { Context } from '../../context.ts'
import {
  enqueueTimestamps,
  countTimestamps,
  unstampedDocuments,
  type WaitingTimestamp,
  waitingTimestamps,
} from '../../documents/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'

/** `timestamps`: lists and repairs signed documents without a time stamp. */
export function addTimestamps(timestamps: Command, terminal: Terminal): void {
  addCommand(timestamps, {
    use: 'waiting',
    description:
      'menampilkan dokumen bertanda tangan yang belum memiliki stempel waktu, yang tertua dahulu; kode keluar 1 bila ada percobaan yang gagal',
    example: 'timestamps waiting --limit 20',
    writes: false,
  })
    .addOption(new Option('--page <number>', 'halaman ke berapa').argParser(readCount(1_000_000)).default(1))
    .addOption(
      new Option('--limit <number>', 'jumlah dokumen sehalaman').argParser(readCount(1000)).default(100),
    )
    .action((options: { page: number; limit: number }, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
}

/** `repair timestamps`: requests those of documents signed without. */
export function addRequestTimestamps(repair: Command, terminal: Terminal): void {
  addCommand(repair, {
    use: 'timestamps',
    description: 'meminta stempel waktu bagi dokumen yang ditandatangani selagi belum ada penyedianya',
    example: 'repair timestamps --limit 500 --dry-run',
    writes: true,
  })
    .addOption(
      new Option('--limit <number>', 'paling banyak sekian').argParser(readCount(10_000)).default(1000),
    )
    .action(({ limit }: { limit: number }, command: Command) =>
      runCommand(terminal, command, async ({ context, act, dryRun }) => {
        if (!context.tsa)
          throw new CommandError('TIMESTAMP_URL tidak diisi: tidak ada penyedia yang dapat diminta.')
        const { requested } = await act(requestTimestamps, { limit })
        const lines = [`${requested} stempel waktu ${dryRun ? 'akan diminta' : 'diminta'}`]
        return { exit: 0, lines, data: { requested } }
      }),
    )
}

async function list({ context: { db } }: CommandTools, page: { page: number; limit: number }) {
  const [waiting, counts] = [await waitingTimestamps(db, page), await countTimestamps(db)]
  return {
    exit: waiting.some(({ reason }) => reason !== null) ? (1 as const) : (0 as const),
    lines: [
      ...waiting.map(describe),
      `${counts.signed} dokumen bertanda tangan, ${counts.stamped} stempel waktu, ${counts.waiting} menunggu`,
    ],
    data: { timestamps: waiting, ...counts, page: page.page },
  }
}

const describe = ({
  documentId,
  kind,
  fundingId,
  askedAt,
  tries,
  reason,
  detail,
}: WaitingTimestamp): string =>
  `${documentId}  ${kind} dari ${fundingId}, diminta ${momentText(askedAt)}${reason ? `: ${reason} setelah ${tries} percobaan, ${detail}` : ''}`

const requestTimestamps = mutation<Context, { limit: number }, { requested: number }>({
  operation: 'requestTimestamps',
  permit: ['operator'],
  withoutSecondPair: 'it asks for evidence of documents that are signed',
  async run(tx, { limit }, { context }) {
    const documents = await unstampedDocuments(tx, limit)
    await enqueueTimestamps(tx, context, documents)
    return { answer: { requested: documents.length }, detail: { documents: documents.length } }
  },
})
