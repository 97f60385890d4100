import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { type AcceptedFile, acceptFileOperation, fileName } from '../platform/approvals/file.ts'
import { decisionOf } from '../platform/approvals/gate.ts'
import { encodeInput } from '../platform/approvals/input.ts'
import { findByName, requireRight } from '../platform/approvals/rights.ts'
import type { ActorKind, ActorOf } from '../platform/audit/audit.ts'
import type { Mutation } from '../platform/commands/command.ts'
import { performDryRun } from '../platform/commands/dry-run.ts'
import { perform } from '../platform/commands/perform.ts'
import { needsSecondPair, type Proposal, proposalOf, propose } from '../platform/commands/propose.ts'
import { Refusal } from '../platform/refusal.ts'

/** What was done instead of a command: it was proposed, and another person decides it. */
export class Proposed extends Error {
  readonly proposal: Proposal

  constructor(proposal: Proposal) {
    super(`proposed as ${proposal.number}`)
    this.name = 'Proposed'
    this.proposal = proposal
  }
}

export function proposedLines({ number, until, isNew }: Proposal): string[] {
  const before = isNew ? 'Diajukan sebagai' : 'Sudah diajukan sebelumnya sebagai'
  return [
    `${before} usulan ${number}: tindakan ini memerlukan persetujuan orang kedua, paling lambat ${formatDateTimeLong(until)}.`,
    'Belum ada yang dilakukan, dan belum ada yang dapat menyetujui: benarkan dahulu di konsol bahwa ini usulan Anda.',
  ]
}

/** The name under which this operator proposes. Without a terminal it is the one that was given. */
const makerOf = ({ name, seat }: ActorOf<'operator'>): { name: string } => ({ name: seat?.claimed ?? name })

/** @throws Refusal STAFF_RIGHT_MISSING where this operator may not propose */
async function requireMaker({ db }: Context, actor: ActorOf<'operator'>): Promise<void> {
  const staff = await findByName(db, makerOf(actor).name)
  await requireRight(db, staff?.id ?? 0, 'WORK')
}

/**
 * Proposes the command if a rule asks for a second pair at it, after a dry run, so that what is refused anyway is not
 * proposed. With `dryRun` it only checks that this operator could propose it.
 * @throws Proposed if it did, and what the command throws
 */
export async function proposeIfNeeded<Input, Answer, Kind extends ActorKind>(
  context: Context,
  actor: ActorOf<'operator'>,
  verb: Mutation<Context, Input, Answer, Kind>,
  { input, dryRun }: { input: Input; dryRun: boolean },
): Promise<void> {
  if (verb.secondPair === undefined || actor.authority) return
  if (!(await needsSecondPair(context, verb.operation))) return
  if (dryRun) return requireMaker(context, actor)
  const call = { actor, input }
  const answer = await performDryRun(context, verb as Mutation<Context, Input, Answer, 'operator'>, call)
  const foreseen = encodeInput({ before: null, answer })
  throw new Proposed(await proposeAs(context, actor, { ...proposalOf(verb, input), foreseen }))
}

const proposeAs = (
  context: Context,
  actor: ActorOf<'operator'>,
  proposed: ReturnType<typeof proposalOf> & { foreseen?: string },
): Promise<Proposal> =>
  perform(context, propose, {
    actor,
    input: { ...proposed, maker: makerOf(actor), seat: actor.seat ?? null },
  })

/** How a file may be processed, from this path: at once, or only after a proposal. */
export type FileGate = {
  path: string
  /** Proposes the file, with the sum that its dry run found; null where it may be imported. */
  propose: ((amount: number) => Promise<Proposal>) | null
  close(): Promise<void>
}

/**
 * Asks whether a file may be imported. What is tried and proposed, and what is imported under a decided proposal, is a
 * private copy, so that its sum, its hash and its lines are of one content even if the file is replaced meanwhile.
 * @param proposal the number of the decided proposal, if one is named
 * @throws Refusal SECOND_PAIR_NEEDED if it was not decided, or for another file or other options
 */
export async function fileGate(
  context: Context,
  actor: ActorOf<'operator'>,
  command: Command,
  { path, proposal }: { path: string; proposal: number | undefined },
): Promise<FileGate> {
  if (actor.authority || !(await needsSecondPair(context, acceptFileOperation)))
    return { path, propose: null, close: async () => {} }
  if (proposal === undefined) await requireMaker(context, actor)
  const folder = await mkdtemp(join(tmpdir(), 'pematang-file-'))
  const close = () => rm(folder, { recursive: true })
  const copy = join(folder, basename(path))
  await copyFile(path, copy)
  const file = { command: invocationOf(command), name: basename(path), sha256: await sha256Of(copy) }
  if (proposal === undefined) {
    const proposedWith = (amount: number) => {
      const input: AcceptedFile = { ...file, amount }
      return proposeAs(context, actor, { operation: acceptFileOperation, input, amount })
    }
    return { path: copy, propose: proposedWith, close }
  }
  const authority = { proposal, file: fileName(file) }
  // Each line would be refused, some for reasons of their own, which hide this one.
  if (!(await decisionOf(context.db, authority))) {
    await close()
    throw new Refusal('SECOND_PAIR_NEEDED')
  }
  actor.authority = authority
  return { path: copy, propose: null, close }
}

/** Options that change nothing of what a command does with its file. */
const ofTheRun = ['dryRun', 'file', 'report', 'json', 'operator', 'proposal']

/** A command with its options, so that a decided file is taken as it was proposed. */
function invocationOf(command: Command): string {
  const names: string[] = []
  for (let one: Command | null = command; one?.parent; one = one.parent) names.unshift(one.name())
  const options = Object.entries(command.opts())
    .filter(([name]) => !ofTheRun.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [...names, JSON.stringify(Object.fromEntries(options))].join(' ')
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
