import type { Command } from 'commander'
import {
  type Decision,
  findDecisions,
  findRound,
  findRounds,
  type Held,
  prepareRound,
  replayRound,
  type RoundRow,
  storeRound,
} from '../auto/index.ts'
import { cutPage } from '../../platform/pages.ts'
import { addCommand, addGroup, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount } from '../../operator/values.ts'

const readRound = readCount(1_000_000_000)
const readCursor = (cursor: string): string => String(readRound(cursor))

/** `auto-funding`: rounds of automatic funding. */
export function addAutoFunding(program: Command, terminal: Terminal): void {
  const group = addGroup(program, 'auto-funding', 'rounds of automatic funding')
  addPageOptions(
    addCommand(group, {
      use: 'rounds',
      description: 'list rounds, newest first',
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
      description: 'show a round with a page of its decisions',
      example: 'auto-funding show 17',
      writes: false,
    }),
    readCursor,
  ).action((round: string, options: PageOptions, command: Command) =>
    runCommand(terminal, command, (tools) => show(tools, readRound(round), options)),
  )
  addCommand(group, {
    use: 'replay <round>',
    description: 'compute a round again from the inputs that were kept, and compare it with what was decided',
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
    description: 'hold a round now, without waiting for the worker; the worker orders its fundings',
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
  if (!round) throw new CommandError(`There is no round ${number}.`)
  return round
}

async function hold({ context, act }: CommandTools) {
  const round = await prepareRound(context)
  const held: Held = 'because' in round ? { held: false, ...round } : await act(storeRound, round)
  const line = held.held
    ? `round ${held.number}: ${held.decisions} decisions over ${held.amount}`
    : `no round was held: ${whyNone[held.because]}`
  return { exit: held.held ? (0 as const) : (1 as const), lines: [line], data: held }
}

const whyNone: Record<Extract<Held, { held: false }>['because'], string> = {
  ROUND_OPEN: 'the fundings of the last one are still being ordered',
  NOTHING_NEW: 'nothing has changed since the last one, which gave nothing',
  OUTDATED: 'another one was held while this one was prepared; try again',
}

async function replay({ context }: CommandTools, number: number) {
  const replayed = await replayRound(context, number)
  if (!replayed) throw new CommandError(`There is no round ${number}.`)
  const { decisions, amount, differences } = replayed
  const isSame = differences.length === 0
  return {
    exit: isSame ? (0 as const) : (1 as const),
    lines: [
      `round ${number}: ${decisions} decisions over ${amount} computed again, ${isSame ? 'the same' : 'NOT THE SAME'}`,
      ...differences,
    ],
    data: { number, ...replayed },
  }
}

const formatRound = (round: RoundRow): string =>
  `${round.number}  ${round.decidedAt.toISOString()}  ${round.endedAt ? 'ended' : 'running'}  ${round.decisions} decisions over ${round.amount}: ` +
  `${round.funded} funded, ${round.refused} refused, ${round.unsigned} not signed, ${round.waiting} wait; ${round.loans} loans, ${round.strategies} strategies`

const formatDecision = (decision: Decision): string =>
  `${decision.no}  ${decision.loanNumber}  lender ${decision.lenderId}  ${decision.amount} of ${decision.wanted}  ` +
  `place ${decision.place} of ${decision.lineLength}  ${decision.state}${decision.refusal === null ? '' : ` ${decision.refusal}`}`
