import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { actOf, type AnyFileKind, type FileFound } from '../../operator/files/index.ts'
import { fileName } from '../../platform/approvals/file.ts'
import { decisionOf } from '../../platform/approvals/gate.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import { CsvFileError } from '../../platform/csv/lines.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import { readInvocation } from './invocation.ts'
import {
  beginRun,
  contentOf,
  findFile,
  type Refused,
  type RunOutcome,
  type StoredFile,
  writeRunEnd,
} from './store.ts'

/** After so many attempts that ended without an outcome a run is given up; its file can be tried and proposed again. */
const maxAttempts = 8

/** How many refused lines are kept. */
const keptRefusals = 500

type Ended = { outcome: RunOutcome; found: FileFound | null; refusals: Refused[] }
type Begun = NonNullable<Awaited<ReturnType<typeof beginRun>>>

const nothing = (outcome: RunOutcome): Ended => ({ outcome, found: null, refusals: [] })

/** Stores that a run has ended, also in the audit trail. */
const endFileRun = mutation<Context, Begun & Ended, null>({
  operation: 'endFileRun',
  permit: ['system'],
  async run(tx, { id, fileId, what, proposal, attempts, outcome, found, refusals }) {
    await writeRunEnd(tx, { id, outcome, found, refusals })
    const { lines, refused, known, amount } = found ?? {}
    const detail = { what, outcome, attempts, lines, refused, known, amount }
    return {
      answer: null,
      subject: `upload:${fileId}`,
      detail: proposal === null ? detail : { ...detail, proposal },
    }
  },
})

/**
 * Runs a file for a job, which may come twice: each line is taken once, so that an import that was killed goes on where
 * it was, and its end is stored once.
 */
export async function runFile(
  context: Context,
  kinds: readonly AnyFileKind[],
  { payload }: Pick<Job, 'payload'>,
): Promise<undefined> {
  const begun = await beginRun(context.db, (payload as { run: string }).run)
  if (!begun) return
  const end = async (ended: Ended) => {
    await perform(context, endFileRun, { actor: { kind: 'system' }, input: { ...begun, ...ended } })
  }
  // A worker that is killed at each attempt never comes to the end of one.
  if (begun.attempts > maxAttempts) {
    await end(nothing('FAILED'))
    return
  }
  try {
    await end(await work(context, kinds, begun))
  } catch (error) {
    if (begun.attempts < maxAttempts) throw error
    context.log.error({ err: error, run: begun.id }, 'a run of a file has failed')
    await end(nothing('FAILED'))
  }
}

async function work(context: Context, kinds: readonly AnyFileKind[], begun: Begun): Promise<Ended> {
  const { db } = context
  const [file, content] = [await findFile(db, begun.fileId), await contentOf(db, begun.fileId)]
  if (!file || content === null) return nothing('CHANGED')
  const bytes = Buffer.from(content)
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) return nothing('CHANGED')
  const actor = actorOf(begun, file)
  const { authority } = actor
  if (authority && 'proposal' in authority && !(await decisionOf(db, authority))) return nothing('UNDECIDED')
  return readThrough(context, kinds, { bytes, file, actor, dryRun: begun.what === 'TRIAL' })
}

/** The person who asked for it, under the proposal that was decided. */
const actorOf = ({ staffId, proposal }: Begun, file: StoredFile): ActorOf<'operator'> => ({
  ...staffActor(staffId),
  ...(proposal === null ? {} : { authority: { proposal, file: fileName(file) } }),
})

type Work = { bytes: Buffer; file: StoredFile; actor: ActorOf<'operator'>; dryRun: boolean }

async function readThrough(
  context: Context,
  kinds: readonly AnyFileKind[],
  { bytes, file: { command, name }, actor, dryRun }: Work,
): Promise<Ended> {
  const { kind, options } = readInvocation(kinds, command)
  const refusals: Refused[] = []
  // A dry run stores documents in rows that are rolled back, because a write to a store outside cannot be undone.
  const within = dryRun ? { ...context, contents: context.contents.inDatabase() } : context
  const doer = { context: within, actor, act: actOf({ context: within, actor }, dryRun) }
  const onRefused = ({ line, reason }: { line: number; reason: string }) => {
    if (refusals.length < keptRefusals) refusals.push({ line, reason })
  }
  try {
    const input = Readable.from(chunks(bytes))
    const found = await kind.run(doer, options, input, { name, dryRun, onRefused, onProgress: () => {} })
    return { outcome: 'DONE', found, refusals }
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error
    return { ...nothing('UNREADABLE'), refusals: [{ line: null, reason: error.message }] }
  }
}

const chunkBytes = 64 * 1024

function* chunks(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes)
}
