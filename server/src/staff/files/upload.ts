import { createHash } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe, one } from '../../platform/db/database.ts'
import { Sealed } from '../../platform/keys/personal-data.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockKept, startRun } from './start-run.ts'

export type NewFile = { command: string; name: string; content: string; sha256: string; staffId: number }

/** How many files of one person may be kept at a time. */
const mostKept = 50

/**
 * Reads an uploaded file.
 * @throws Refusal FILE_EMPTY, FILE_NOT_TEXT
 */
export function readUpload(bytes: Uint8Array): Pick<NewFile, 'content' | 'sha256'> {
  if (bytes.length === 0) throw new Refusal('FILE_EMPTY')
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Refusal('FILE_NOT_TEXT')
  const content = Buffer.from(bytes).toString('utf8')
  return { content, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/**
 * Keeps a file, and has it tried. The same content for the same command is kept once.
 * @throws Refusal FILES_TOO_MANY
 */
export const uploadFile = mutation<Context, NewFile, { id: string; isNew: boolean }>({
  operation: 'uploadFile',
  permit: ['operator'],
  withoutSecondPair: 'it changes nothing until it is decided',
  async run(tx, { command, name, content, sha256, staffId }, { context: { random } }) {
    await one(
      tx,
      'staff.files.lock_all',
      `select pg_advisory_xact_lock(hashtext('staff_file'))::text as locked`,
    )
    const known = await maybe<{ id: string }>(
      tx,
      'staff.files.find_kept',
      'select id from staff_file where command = $1 and sha256 = $2 and removed_at is null',
      [command, sha256],
    )
    if (known) return { answer: { id: known.id, isNew: false }, subject: `upload:${known.id}` }
    const { kept } = await one<{ kept: number }>(
      tx,
      'staff.files.count_kept',
      'select count(*) as kept from staff_file where uploaded_by = $1 and removed_at is null',
      [staffId],
    )
    if (kept >= mostKept) throw new Refusal('FILES_TOO_MANY')
    const bytes = Buffer.byteLength(content)
    const { id } = await one<{ id: string }>(
      tx,
      'staff.files.upload',
      `insert into staff_file (id, command, name, sha256, bytes, content, uploaded_by)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [random.uuid(), command, name, sha256, bytes, new Sealed(content), staffId],
    )
    await startRun(tx, random, { fileId: id, what: 'TRIAL', proposal: null, staffId })
    return { answer: { id, isNew: true }, subject: `upload:${id}`, detail: { command, name, sha256, bytes } }
  },
})

/**
 * Has a file tried again, by the figures of now.
 * @throws Refusal NOT_FOUND, FILE_REMOVED, FILE_RUNNING
 */
export const tryFile = mutation<Context, { id: string; staffId: number }, { run: string }>({
  operation: 'tryFile',
  permit: ['operator'],
  withoutSecondPair: 'a dry run changes nothing',
  async run(tx, { id, staffId }, { context: { random } }) {
    await lockKept(tx, id)
    const run = await startRun(tx, random, { fileId: id, what: 'TRIAL', proposal: null, staffId })
    return { answer: { run }, subject: `upload:${id}` }
  },
})
