import { readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Context } from '../context.ts'
import { auditSince, type Breach, type Watermark } from '../books-audit/index.ts'
import { CommandError } from './command.ts'

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

/** The stored state of the last audit; null without a file, or when a full audit is due. */
export async function readKept(file: string, now: Date): Promise<Kept | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new CommandError(`${file} cannot be read`)
  }
  const parsed = shape.safeParse(readJson(text))
  if (!parsed.success)
    throw new CommandError(`${file} is not what an audit has left: remove it for a whole audit`)
  return now.getTime() - Date.parse(parsed.data.wholeAt) < dayMs ? parsed.data : null
}

/** Audits the changes since the last audit, and stores the new state unless an invariant is violated. */
export async function auditFrom({ db }: Context, kept: Kept, file: string): Promise<Breach[]> {
  const { breaches, watermark } = await auditSince(db, kept)
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
