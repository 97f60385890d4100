import type { StoredObject } from '../../outside/document-store/port.ts'
import { type Database, many } from '../../platform/db/database.ts'
import {
  type DocumentContents,
  keptPrefix,
  keyOf,
  type Place,
  setAsideKeyOf,
  setAsidePrefix,
} from './contents.ts'
import { forgetPlaces, unnamedPlaces } from './store.ts'

const batchSize = 500
const dayMs = 86_400_000
/** The largest object that is set aside, in bytes; PDFs are far smaller. */
const largest = 1024 * 1024 * 1024

export type Sweep = {
  db: Database
  contents: DocumentContents
  now: Date
  /** The grace period in days, before bytes without a row are set aside, and again before they are deleted. */
  graceDays: number
  /** Only counts what would be removed. */
  dryRun: boolean
}

export type SweepReport = {
  /** Recorded places that no row refers to any more. */
  forgotten: number
  setAside: number
  putBack: number
  deleted: number
  /** Objects whose names are not those of documents; they are not deleted. */
  unknown: number
}

/**
 * Removes bytes that no row refers to, after a rollback or after documents were moved. A transaction may be about to
 * refer to such bytes, so they are removed in two steps: first they are set aside, where reads still find them, and a
 * grace period later they are deleted if there is still no row.
 * @throws StoreUnavailable
 */
export async function sweepDocuments(sweep: Sweep): Promise<SweepReport> {
  const report: SweepReport = { forgotten: 0, setAside: 0, putBack: 0, deleted: 0, unknown: 0 }
  await forgetUnnamed(sweep, report)
  for (const place of sweep.contents.stores.keys()) {
    // Deletes before it sets aside, so that nothing is set aside and deleted in one run.
    await sweepPrefix(sweep, report, { place, prefix: setAsidePrefix }, deleteOne)
    await sweepPrefix(sweep, report, { place, prefix: keptPrefix }, setAsideOne)
  }
  return report
}

async function forgetUnnamed({ db, graceDays, dryRun }: Sweep, report: SweepReport): Promise<void> {
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const { unnamed, last } = await unnamedPlaces(db, { after, graceDays, limit: 1000 })
    report.forgotten += dryRun ? unnamed.length : await forgetPlaces(db, unnamed, graceDays)
    if (last === null) return
    after = last
  }
}

type One = { sha256: Buffer; isNamed: boolean }
type Handle = (sweep: Sweep, report: SweepReport, place: Place, one: One) => Promise<void>

/** Handles the objects below a prefix that were last written before the grace period. */
async function sweepPrefix(
  sweep: Sweep,
  report: SweepReport,
  { place, prefix }: { place: Place; prefix: string },
  handle: Handle,
): Promise<void> {
  const before = sweep.now.getTime() - sweep.graceDays * dayMs
  let batch: { sha256: Buffer }[] = []
  const flush = async () => {
    const named = await namedIn(sweep.db, place, batch)
    for (const one of batch)
      await handle(sweep, report, place, { ...one, isNamed: named.has(one.sha256.toString('hex')) })
    batch = []
  }
  for await (const object of sweep.contents.storeOf(place).list(prefix)) {
    if (object.modifiedAt.getTime() > before) continue
    const sha256 = hashIn(object, prefix)
    if (sha256 === null) report.unknown += 1
    else batch.push({ sha256 })
    if (batch.length >= batchSize) await flush()
  }
  await flush()
}

function hashIn({ key }: StoredObject, prefix: string): Buffer | null {
  const name = key.split('/').at(-1) ?? ''
  if (!/^[0-9a-f]{64}$/.test(name)) return null
  const sha256 = Buffer.from(name, 'hex')
  return key === (prefix === keptPrefix ? keyOf(sha256) : setAsideKeyOf(sha256)) ? sha256 : null
}

/** Returns the hashes of the batch that are recorded in this place, as hexadecimal text. */
async function namedIn(
  db: Database,
  place: Place,
  batch: readonly { sha256: Buffer }[],
): Promise<Set<string>> {
  if (batch.length === 0) return new Set()
  const rows = await many<{ sha256: Buffer }>(
    db,
    'documents.store.named',
    'select sha256 from document_place where place = $1 and sha256 = any($2)',
    [place, batch.map(({ sha256 }) => sha256)],
  )
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
}

async function setAsideOne({ contents, db, dryRun }: Sweep, report: SweepReport, place: Place, one: One) {
  if (one.isNamed) return
  report.setAside += 1
  if (dryRun) return
  const { sha256 } = one
  const store = contents.storeOf(place)
  const bytes = await store.get(keyOf(sha256), largest)
  if (bytes === null) return
  await store.put(setAsideKeyOf(sha256), bytes)
  await store.delete(keyOf(sha256))
  // A transaction may have referred to the bytes meanwhile.
  if (!(await namedIn(db, place, [one])).has(sha256.toString('hex'))) return
  await store.put(keyOf(sha256), bytes)
  report.putBack += 1
}

async function deleteOne({ contents, dryRun }: Sweep, report: SweepReport, place: Place, one: One) {
  const store = contents.storeOf(place)
  const { sha256 } = one
  if (one.isNamed && !(await store.has(keyOf(sha256)))) {
    report.putBack += 1
    if (dryRun) return
    const bytes = await store.get(setAsideKeyOf(sha256), largest)
    if (bytes !== null) await store.put(keyOf(sha256), bytes)
    return
  }
  report.deleted += 1
  if (!dryRun) await store.delete(setAsideKeyOf(sha256))
}
