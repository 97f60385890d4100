import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { findFunding, releaseFunding, settleFunding } from '../single/index.ts'
import { proofOf } from '../signing/signed-files.ts'
import { type WatchedFunding, watchedFunding, watchedFundings } from '../signing/waiting-fundings.ts'
import { addGroup, addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readCount, readId, readText } from '../../operator/values.ts'
import { limitsOfFunding } from '../../lenders/index.ts'
import { formatApplied } from '../../lenders/operator/index.ts'

type ListOptions = { stalled?: boolean; page: number; limit: number }
type ReleaseOptions = { reason: string; yes?: boolean }
type SettleOptions = { pp: string; ppfp: string; signedAt: Date; reason: string; yes?: boolean }

/** `fundings`: fundings that wait for a signature, and their manual release or settlement. */
export function addFundings(program: Command, terminal: Terminal): void {
  const fundings = addGroup(program, 'fundings', 'fundings that wait for a signature')
  addCommand(fundings, {
    use: 'waiting',
    description:
      'list fundings that wait for a signature and ended ones not yet cancelled by the provider; exit 1 if one is stalled',
    example: 'fundings waiting --stalled',
    writes: false,
  })
    .option('--stalled', 'only stalled ones')
    .addOption(new Option('--page <number>', 'which page').argParser(readCount(1_000_000)).default(1))
    .addOption(new Option('--limit <number>', 'fundings of a page').argParser(readCount(1000)).default(100))
    .action((options: ListOptions, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addCommand(fundings, {
    use: 'show <id>',
    description: 'show a funding with its documents at the provider, and the limits that it was decided by',
    example: 'fundings show 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e',
    writes: false,
  }).action((id: string, _: object, command: Command) =>
    runCommand(terminal, command, async ({ context }) => {
      const funding = await watchedFunding(context.db, readId(id))
      if (!funding) throw new CommandError(`There is no funding ${id}.`)
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
      'release the reservation of a waiting funding; with --yes also while the provider may still accept a signature, which is then void',
    example: 'fundings release 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --reason "provider closed" --yes',
    writes: true,
  })
    .requiredOption('--reason <text>', 'why, for the audit trail', readText(200))
    .option('--yes', 'confirm although the provider may still accept a signature')
    .action((id: string, options: ReleaseOptions, command: Command) =>
      runCommand(terminal, command, (tools) => release(tools, readId(id), options)),
    )
  addCommand(fundings, {
    use: 'settle <id>',
    description: 'settle a waiting funding with its two signed files when they were received outside the API',
    example:
      'fundings settle 0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e --pp pp.pdf --ppfp ppfp.pdf --signed-at 2026-11-20T09:30:00+07:00 --reason "files by e-mail" --yes',
    writes: true,
  })
    .requiredOption('--pp <file>', 'the signed PP: the shown document with its signature')
    .requiredOption('--ppfp <file>', 'the signed PPFP')
    .requiredOption('--signed-at <instant>', 'when it was signed, with its time zone', readInstant)
    .requiredOption('--reason <text>', 'why, for the audit trail', readText(200))
    .option('--yes', 'move the money')
    .action((id: string, options: SettleOptions, command: Command) =>
      runCommand(terminal, command, (tools) => settle(tools, readId(id), options)),
    )
}

async function list({ context }: CommandTools, { stalled = false, page, limit }: ListOptions) {
  const fundings = await watchedFundings(context.db, { stalled, page, limit })
  return {
    exit: fundings.some(({ stall }) => stall !== null) ? (1 as const) : (0 as const),
    lines: fundings.map(
      (one) =>
        `${one.id}  ${one.state}  ${one.amount} on ${one.loanNumber}, ${one.phone}, to be signed before ${one.signBefore.toISOString()}${one.cancelled ? ', loan cancelled' : ''}${one.stall ? `: ${one.stall.reason} since ${one.stall.since}` : ''}`,
    ),
    data: { fundings, page },
  }
}

function describe(one: WatchedFunding): string[] {
  const provider = one.provider
    ? `${one.provider}: documents ${one.documents}${one.providerToken ? `, ${one.providerToken}` : ''}`
    : 'no provider was asked'
  const end = one.endedAt
    ? `ended ${one.endedAt.toISOString()}${one.endReason ? `, ${one.endReason}` : ''}`
    : `to be signed before ${one.signBefore.toISOString()}`
  return [
    `${one.id}  ${one.state}  ${one.amount} on ${one.loanNumber}${one.cancelled ? ' (cancelled)' : ''}, ${one.phone}`,
    `made ${one.createdAt.toISOString()}, ${end}`,
    provider,
    ...(one.stall
      ? [`${one.stall.reason} since ${one.stall.since}, ${one.stall.tries} tries: ${one.stall.detail}`]
      : []),
    ...(one.voidSignedAt
      ? [`signed ${one.voidSignedAt.toISOString()} after its end: void, its files are kept`]
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
      'The provider may still take a signature for it. With --yes the money is given back all the same; the provider is asked to cancel until it confirms, and what was signed is void.',
    )
  const lines = [`${fundingId} ${dryRun ? 'would be' : 'is'} ${answer.state}: ${funding.amount} given back`]
  return { exit: 0 as const, lines, data: { state: answer.state, amount: funding.amount } }
}

async function settle({ context, act, dryRun }: CommandTools, fundingId: string, options: SettleOptions) {
  const funding = await waitingFunding(context, fundingId)
  if (!options.yes && !dryRun)
    throw new CommandError('This moves money: look at it with --dry-run, then say --yes.')
  const known = await watchedFunding(context.db, fundingId)
  if (options.signedAt < (known?.createdAt ?? options.signedAt) || options.signedAt > context.clock.now())
    throw new CommandError('It was signed between the funding and now.')
  const [pp, ppfp] = await Promise.all([readPdf(options.pp), readPdf(options.ppfp)])
  const { state } = await act(settleFunding, {
    fundingId,
    provider: known?.provider ?? 'PRIVY',
    providerToken: known?.providerToken ?? fundingId,
    signedAt: options.signedAt,
    note: options.reason,
    ...(await proofOf(context, fundingId, { PP: pp, PPFP: ppfp })),
  })
  const lines = [`${fundingId} ${dryRun ? 'would be' : 'is'} ${state}: ${funding.amount}`]
  return { exit: 0 as const, lines, data: { state, amount: funding.amount } }
}

async function waitingFunding({ db }: CommandTools['context'], id: string) {
  const funding = await findFunding(db, id)
  if (!funding) throw new CommandError(`There is no funding ${id}.`)
  if (funding.state !== 'WAITING') throw new CommandError(`${id} does not wait, it is ${funding.state}.`)
  return funding
}

/** Reads a PDF that contains a signature. */
async function readPdf(path: string): Promise<Buffer> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read.`, { cause: error })
  })
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) || !bytes.includes('/ByteRange'))
    throw new CommandError(`${path} is not a signed PDF.`)
  return bytes
}

function readInstant(value: string): Date {
  const instant = new Date(value)
  if (/(Z|[+-]\d\d:?\d\d)$/.test(value) && !Number.isNaN(instant.getTime())) return instant
  throw new InvalidArgumentError('It must be an instant with its time zone, e.g. 2026-11-20T09:30:00+07:00.')
}
