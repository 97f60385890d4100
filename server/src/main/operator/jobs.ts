import { type Command, Option } from 'commander'
import {
  findJob,
  type JobState,
  jobStates,
  type ListedJob,
  listJobs,
  reviveJobs,
} from '../../platform/jobs/queue.ts'
import { sweepJobs } from '../../platform/jobs/sweep.ts'
import { mutation } from '../../platform/commands/command.ts'
import type { Context } from '../../context.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readId } from '../../operator/values.ts'

type ListOptions = { state?: JobState; kind?: string; page: number; limit: number }
type RetryOptions = { all?: boolean; kind?: string }

/** `jobs`: queued, dead and missing jobs. */
export function addJobs(jobs: Command, terminal: Terminal): void {
  addPaging(
    addCommand(jobs, {
      use: 'list',
      description: 'menampilkan pekerjaan, yang tertua dahulu; dengan --state dead kode keluar 1 bila ada',
      example: 'jobs list --state waiting --kind signing.follow',
      writes: false,
    }).addOption(new Option('--state <state>', 'hanya yang berstatus ini').choices([...jobStates])),
  ).action((options: ListOptions, command: Command) =>
    runCommand(terminal, command, (tools) => list(tools, options)),
  )
  addCommand(jobs, {
    use: 'show <id>',
    description: 'menampilkan sebuah pekerjaan dengan kesalahan terakhirnya selengkapnya',
    example: 'jobs show 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e',
    writes: false,
  }).action((id: string, _: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const job = await findJob(context.db, readId(id))
      if (!job) throw new CommandError(`Tidak ada pekerjaan ${id}: sudah selesai, atau tidak pernah ada.`)
      return { exit: 0, lines: describe(job), data: { job } }
    }),
  )
  addCommand(jobs, {
    use: 'retry [id]',
    description: 'mengulang pekerjaan yang mati, atau semuanya dengan --all',
    example: 'jobs retry 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e',
    writes: true,
  })
    .option('--all', 'semua pekerjaan yang mati')
    .option('--kind <kind>', 'bersama --all: hanya dari jenis ini')
    .action((id: string | undefined, options: RetryOptions, command: Command) =>
      runCommand(terminal, command, (tools) => retry(tools, id, options)),
    )
}

/** `repair jobs`: restores missing jobs. */
export function addSweep(repair: Command, terminal: Terminal): void {
  addCommand(repair, {
    use: 'jobs',
    description:
      'memulihkan pekerjaan yang ditunggu dan mati atau hilang, seperti worker setiap menit; kode keluar 1 bila ada',
    example: 'repair jobs',
    writes: true,
  }).action((_: object, command: Command) =>
    runCommand(terminal, command, async ({ act }) => {
      const swept = await act(sweep, {})
      const lines = swept.map(({ kind, payload, how }) => `${kind} ${JSON.stringify(payload)}: ${how}`)
      return {
        exit: swept.length > 0 ? 1 : 0,
        lines: [...lines, `${swept.length} dipulihkan`],
        data: { swept },
      }
    }),
  )
}

const addPaging = (command: Command): Command =>
  command
    .option('--kind <kind>', 'hanya dari jenis ini')
    .addOption(new Option('--page <number>', 'halaman ke berapa').argParser(readCount(1_000_000)).default(1))
    .addOption(
      new Option('--limit <number>', 'jumlah pekerjaan sehalaman').argParser(readCount(1000)).default(100),
    )

async function list({ context }: CommandTools, { state, kind, page, limit }: ListOptions) {
  const jobs = await listJobs(context.db, {
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
    page,
    limit,
  })
  const lines = jobs.map(
    (job) =>
      `${job.id} ${job.state} ${job.kind} ${JSON.stringify(job.payload)}${job.lastError ? `; pesan teknis: ${firstLine(job.lastError)}` : ''}`,
  )
  const found = state === 'dead' && jobs.length > 0
  lines.push(`${jobs.length} ditampilkan`)
  return { exit: found ? (1 as const) : (0 as const), lines, data: { jobs, page } }
}

function describe(job: ListedJob): string[] {
  return [
    `${job.id} ${job.kind} ${JSON.stringify(job.payload)}`,
    `${job.state}, ${job.attempts} kali gagal berturut-turut, dibuat ${momentText(job.createdAt)}, ` +
      (job.deadAt ? `mati ${momentText(job.deadAt)}` : `dijalankan ${momentText(job.runAt)}`),
    ...(job.lastError ? [`pesan teknis: ${job.lastError}`] : []),
  ]
}

async function retry({ act }: CommandTools, id: string | undefined, { all = false, kind }: RetryOptions) {
  if (all === (id !== undefined)) throw new CommandError('Sebutkan satu pekerjaan, atau --all.')
  if (kind !== undefined && !all) throw new CommandError('--kind disebut bersama --all.')
  const { revived } = await act(retryJobs, id === undefined ? { kind } : { id: readId(id) })
  if (id !== undefined && revived.length === 0)
    throw new CommandError(`Tidak ada pekerjaan mati dengan nomor ${id}.`)
  return {
    exit: 0 as const,
    lines: [id === undefined ? `${revived.length} pekerjaan akan berjalan lagi` : `${id} akan berjalan lagi`],
    data: { revived, ...(id === undefined ? {} : { id }) },
  }
}

const retryJobs = mutation<Context, { id: string } | { kind: string | undefined }, { revived: string[] }>({
  operation: 'retryJobs',
  permit: ['operator'],
  withoutSecondPair: 'it repeats work that was asked for',
  async run(tx, which) {
    const revived = await reviveJobs(tx, which)
    return { answer: { revived }, subject: 'jobs', detail: { revived } }
  },
})

const sweep = mutation<Context, object, Awaited<ReturnType<typeof sweepJobs>>>({
  operation: 'sweepJobs',
  permit: ['operator'],
  withoutSecondPair: 'it repeats work that was asked for',
  async run(tx, _, { context }) {
    const swept = await sweepJobs(tx, context.random)
    return { answer: swept, subject: 'jobs', detail: { swept: swept.length } }
  },
})

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
