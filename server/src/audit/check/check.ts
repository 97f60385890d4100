import { readFile } from 'node:fs/promises'
import { auditSince, type Breach, inspectBooks, markBooks, type Watermark } from '../books/index.ts'
import type { Context } from '../../context.ts'
import { type Breaches, type CheckKind, claimChanges, claimWhole, releaseCheck, storeCheck } from './store.ts'

export type BooksChecker = {
  /**
   * Checks what changed since the last check of this process.
   * @returns null if another worker does it
   */
  changes(): Promise<Breach[] | null>
  /**
   * Checks every invariant, the chain of the audit trail and its signed heads.
   * @returns null if it is not due
   */
  whole(): Promise<Breach[] | null>
}

/**
 * Checks the books while the product runs. The watermark is stored only in this process, where nobody with access to
 * the database can change it; changes made while no worker ran are checked by the next full check.
 */
export function makeBooksChecker(context: Context): BooksChecker {
  const { db, config } = context
  let mark: Watermark | undefined
  return {
    async changes() {
      const since = (mark ??= await markBooks(db))
      if (!(await claimChanges(db, config.BOOKS_CHECK_SECONDS))) return null
      return finish(context, 'CHANGES', async () => {
        const { breaches, watermark } = await auditSince(db, since)
        // The watermark does not advance after a breach, so that each check finds it again until it is repaired.
        if (breaches.length === 0) mark = watermark
        return breaches
      })
    },
    async whole() {
      if (!(await claimWhole(db, config.BOOKS_CHECK_HOUR))) return null
      return finish(context, 'WHOLE', async () => {
        const { breaches } = await inspectBooks(db, {
          keys: context.auditKeys(),
          anchors: await signedHeads(config.AUDIT_ANCHOR_FILE),
        })
        return breaches
      })
    },
  }
}

async function finish(
  { db, log }: Context,
  kind: CheckKind,
  check: () => Promise<Breach[]>,
): Promise<Breach[]> {
  const startedAt = performance.now()
  try {
    const found = await check()
    const breaches: Breaches = {}
    for (const { invariant, holds } of found) {
      if (!(invariant in breaches))
        log.error({ invariant, holds }, 'the books are not whole: `books audit` names the rows')
      breaches[invariant] = (breaches[invariant] ?? 0) + 1
    }
    await storeCheck(db, { kind, seconds: (performance.now() - startedAt) / 1000, breaches })
    return found
  } catch (error) {
    await releaseCheck(db, kind).catch(() => {})
    throw error
  }
}

/** The lines of the file of signed heads, which does not exist before the first signature. */
async function signedHeads(file: string | null): Promise<string[] | undefined> {
  if (file === null) return undefined
  try {
    return (await readFile(file, 'utf8')).split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
