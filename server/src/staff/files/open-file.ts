import type { Context } from '../../context.ts'
import { auditAlone, type Origin } from '../../platform/audit/audit.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { contentOf, findFile } from './store.ts'

/** Lines of one answer. */
const linesAtOnce = 200

/**
 * Lines of a file as they were uploaded. Who, which and why is in the audit trail before they are answered.
 * @throws Refusal NOT_FOUND, FILE_REMOVED
 */
export async function openFile(
  { db, random }: Context,
  { id, from, reason }: { id: string; from: number; reason: string },
  { staffId, ...origin }: Origin & { staffId: number },
): Promise<{ lines: { line: number; text: string }[]; next: number | null }> {
  const { sha256 } = required(await findFile(db, id), 'NOT_FOUND')
  const content = await contentOf(db, id)
  if (content === null) throw new Refusal('FILE_REMOVED')
  const all = content.split('\n')
  if (all.at(-1) === '') all.pop()
  const lines = all
    .slice(from - 1, from - 1 + linesAtOnce)
    .map((text, place) => ({ line: from + place, text: text.slice(0, 2_000) }))
  await auditAlone(db, {
    ...{ id: random.uuid(), actor: staffActor(staffId), outcome: 'done', ...origin },
    ...{ operation: 'openFile', subject: `upload:${id}`, detail: { sha256, from, reason } },
  })
  const next = from + lines.length
  return { lines, next: next <= all.length ? next : null }
}
