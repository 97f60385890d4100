import { makeZip } from 'client-zip'
import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import { type ArchiveContent, type ArchiveEntry, contentOf } from './entries.ts'
import { addPart, type ArchiveRow, beginAttempt, dropParts, endArchive, findArchive } from './store.ts'

/** Bytes of a stored part; one part is in memory at a time. */
const partSize = 1024 * 1024
/** After this number of attempts the archive is marked failed, and its lender can request another. */
const maxAttempts = 3
/** Days after which an archive is deleted. */
const keptDays = 3

const system = { kind: 'system' } as const

/** Stores that making an archive has ended, successfully or not, also in the audit trail. */
export const recordArchiveEnd = mutation<
  Context,
  { id: string; attempt: number; state: 'READY' | 'FAILED'; done: number },
  { ended: boolean }
>({
  operation: 'endDocumentArchive',
  permit: ['system'],
  async run(tx, { id, attempt, state, done }) {
    const ended = await endArchive(tx, { id, attempt }, { state, done, days: keptDays })
    return { answer: { ended }, subject: `archive:${id}`, detail: { state, done, ended } }
  },
})

/**
 * Makes an archive: adds its documents to the ZIP and stores it in parts, one after the other. A killed attempt starts
 * again from the beginning; after the last attempt the archive is marked failed.
 */
export async function makeArchive(
  context: Context,
  job: Pick<Job, 'payload' | 'attempts'>,
): Promise<undefined> {
  const { db } = context
  const { archiveId } = job.payload as { archiveId: string }
  const known = await findArchive(db, archiveId)
  if (!known || known.state === 'READY' || known.state === 'FAILED') return
  try {
    const content = await contentOf(context, known.lenderId, known.year)
    const begun = await beginAttempt(db, archiveId, content.total)
    if (!begun) return
    await dropParts(db, begun)
    if (await writeParts(context, begun, content)) await end(context, begun, 'READY', content.total)
  } catch (error) {
    if (job.attempts < maxAttempts) throw error
    context.log.error({ err: error, archive: archiveId }, 'an archive of documents has failed')
    const last = await findArchive(db, archiveId)
    if (last) await end(context, last, 'FAILED', last.done)
  }
}

const end = (context: Context, { id, attempt }: ArchiveRow, state: 'READY' | 'FAILED', done: number) =>
  perform(context, recordArchiveEnd, { actor: system, input: { id, attempt, state, done } })

/**
 * Writes the archive's parts.
 * @returns false if another attempt has begun in the meantime
 */
async function writeParts({ db }: Context, archive: ArchiveRow, content: ArchiveContent): Promise<boolean> {
  const progress = { done: 0 }
  let held: Uint8Array[] = []
  let size = 0
  let no = 0
  const flush = () => {
    no += 1
    const bytes = Buffer.concat(held)
    held = []
    size = 0
    return addPart(db, archive, { no, bytes, done: progress.done })
  }
  // The files are stored without compression, because PDFs are compressed already.
  for await (const chunk of makeZip(entriesOf(content, progress))) {
    held.push(chunk)
    size += chunk.length
    if (size >= partSize && !(await flush())) return false
  }
  return size === 0 || flush()
}

async function* entriesOf(
  content: ArchiveContent,
  progress: { done: number },
): AsyncGenerator<ArchiveEntry & { size: number }> {
  for await (const unit of content.units()) {
    for (const entry of unit) yield { ...entry, size: entry.input.length }
    progress.done += 1
  }
}
