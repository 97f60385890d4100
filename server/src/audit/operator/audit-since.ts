import { constants } from 'node:fs'
import { access, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import { auditSince, type Watermark } from '../books/since.ts'
import type { Breach } from '../books/audit.ts'
import { CommandError } from '../../operator/command.ts'

const counts = z.record(z.string(), z.int().min(0))
const shape = z.object({
  transaction: z.string().regex(/^\d{1,20}$/),
  upTo: z.string().regex(/^\d{1,20}$/),
  rows: counts,
  kept: counts,
  /** Time of the full audit that the incremental ones build on. */
  wholeAt: z.iso.datetime(),
})

/** The state stored between audits. */
export type Kept = Watermark & { wholeAt: string }

/** A full audit is due after this many milliseconds. */
const dayMs = 24 * 3_600_000

/**
 * The stored state of the last audit; null without a file, or when a full audit is due. One that is said to have been made later
 * than now is due too: a clock was set back, and it would not be due for as long as it had been ahead.
 * @throws CommandError if the file is none of an audit, or could not be written afterwards
 */
export async function readKept(file: string, now: Date): Promise<Kept | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return await requireFolder(file)
    throw new CommandError(`${file} tidak dapat dibaca`)
  }
  const parsed = shape.safeParse(readJson(text))
  if (!parsed.success)
    throw new CommandError(`${file} bukan sisa pemeriksaan: hapus berkas itu untuk pemeriksaan penuh`)
  const age = now.getTime() - Date.parse(parsed.data.wholeAt)
  return age >= 0 && age < dayMs ? parsed.data : null
}

/** A full audit takes long, so a folder that cannot be written to is told before it. */
async function requireFolder(file: string): Promise<null> {
  try {
    await access(dirname(file), constants.W_OK)
    return null
  } catch (cause) {
    throw new CommandError(`${file} tidak dapat ditulis: foldernya tidak ada atau tidak boleh ditulis`, {
      cause,
    })
  }
}

/**
 * Audits the changes since the last audit, and stores the new state unless an invariant is violated.
 * @returns null if the database has not come as far as that audit: it was restored to an earlier moment, or is another
 *   one, and what changed in it is not known
 */
export async function auditFrom({ db }: Context, kept: Kept, file: string): Promise<Breach[] | null> {
  const { breaches, watermark } = await auditSince(db, kept)
  if (BigInt(watermark.upTo) < BigInt(kept.upTo)) return null
  if (breaches.length === 0) await keep(file, { ...watermark, wholeAt: kept.wholeAt })
  return breaches
}

/** Stores the state atomically: after a crash the file has its old or its new content. */
export async function keep(file: string, kept: Kept): Promise<void> {
  const draft = `${file}.draft`
  await writeFile(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
  await rename(draft, file)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
