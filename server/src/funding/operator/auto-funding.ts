import type { Command } from 'commander'
import { type Decision, findDecisions, findRound, findRounds, type RoundRow } from '../auto/round-store.ts'
import { type Held, storeRound } from '../auto/store-round.ts'
import { prepareRound } from '../auto/hold-round.ts'
import { replayRound } from '../auto/replay.ts'
import { cutPage } from '../../platform/pages.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'

const readRound = readCount(1_000_000_000)
const readCursor = (cursor: string): string => String(readRound(cursor))

/** `auto-funding`: rounds of automatic funding. */
export function addAutoFunding(group: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(group, {
      use: 'rounds',
      description: 'menampilkan putaran, yang terbaru dahulu',
      example: 'auto-funding rounds',
      writes: false,
    }),
    readCursor,
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => rounds(tools, options)),
  )
  addPageOptions(
    addCommand(group, {
      use: 'show <round>',
      description: 'menampilkan sebuah putaran dengan satu halaman keputusannya',
      example: 'auto-funding show 17',
      writes: false,
    }),
    readCursor,
  ).action((round: string, options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, readRound(round), options)),
  )
  addCommand(group, {
    use: 'replay <round>',
    description:
      'menghitung ulang sebuah putaran dari masukan yang disimpan, dan membandingkannya dengan yang diputuskan',
    example: 'auto-funding replay 17',
    writes: false,
  }).action((round: string, _: object, command: Command) =>
    runCommand(terminal, command, (tools) => replay(tools, readRound(round))),
  )
}

/** `repair auto-funding`: holds a round. */
export function addHoldRound(repair: Command, terminal: Terminal): void {
  addCommand(repair, {
    use: 'auto-funding',
    description: 'menjalankan satu putaran sekarang, tanpa menunggu worker; worker memesan pendanaannya',
    example: 'repair auto-funding',
    writes: true,
  }).action((_: object, command: Command) => runCommand(terminal, command, hold))
}

async function rounds({ context }: CommandTools, { limit, after }: PageOptions) {
  const found = await findRounds(context.db, {
    limit: limit + 1,
    after: after === undefined ? undefined : Number(after),
  })
  return pageResult(
    'rounds',
    cutPage(found, limit, ({ number }) => String(number)),
    formatRound,
  )
}

async function show({ context }: CommandTools, number: number, { limit, after }: PageOptions) {
  const round = await roundOf(context, number)
  const decisions = await findDecisions(context.db, round.roundId, {
    after: Number(after ?? 0),
    limit: limit + 1,
  })
  const result = pageResult(
    'decisions',
    cutPage(decisions, limit, ({ no }) => String(no)),
    formatDecision,
  )
  return { ...result, lines: [formatRound(round), ...result.lines], data: { round, ...result.data } }
}

async function roundOf(context: CommandTools['context'], number: number): Promise<RoundRow> {
  const round = await findRound(context.db, number)
  if (!round) throw new CommandError(`Tidak ada putaran ${number}.`)
  return round
}

async function hold({ context, act }: CommandTools) {
  const round = await prepareRound(context)
  const held: Held = 'because' in round ? { held: false, ...round } : await act(storeRound, round)
  const line = held.held
    ? `putaran ${held.number}: ${held.decisions} keputusan sebesar ${held.amount}`
    : `tidak ada putaran: ${whyNone[held.because]}`
  return { exit: held.held ? (0 as const) : (1 as const), lines: [line], data: held }
}

const whyNone: Record<Extract<Held, { held: false }>['because'], string> = {
  ROUND_OPEN: 'pendanaan dari putaran terakhir masih dipesan',
  NOTHING_NEW: 'tidak ada yang berubah sejak putaran terakhir, yang tidak menghasilkan apa pun',
  OUTDATED: 'putaran lain dijalankan selagi yang ini disiapkan; coba lagi',
}

async function replay({ context }: CommandTools, number: number) {
  const replayed = await replayRound(context, number)
  if (!replayed) throw new CommandError(`Tidak ada putaran ${number}.`)
  const { decisions, amount, differences } = replayed
  const isSame = differences.length === 0
  return {
    exit: isSame ? (0 as const) : (1 as const),
    lines: [
      `putaran ${number}: ${decisions} keputusan sebesar ${amount} dihitung ulang, ${isSame ? 'sama' : 'TIDAK SAMA'}`,
      ...differences,
    ],
    data: { number, ...replayed },
  }
}

const formatRound = (round: RoundRow): string =>
  `${round.number}  ${momentText(round.decidedAt)}  ${round.endedAt ? 'selesai' : 'berjalan'}  ${round.decisions} keputusan sebesar ${round.amount}: ` +
  `${round.funded} didanai, ${round.refused} ditolak, ${round.unsigned} tidak ditandatangani, ${round.waiting} menunggu; ${round.loans} pinjaman, ${round.strategies} strategi`

const formatDecision = (decision: Decision): string =>
  `${decision.no}  ${decision.loanNumber}  Pemberi Dana ${decision.lenderId}  ${decision.amount} dari ${decision.wanted}  ` +
  `urutan ${decision.place} dari ${decision.lineLength}  ${decision.state}${decision.refusal === null ? '' : ` ${decision.refusal}`}`
