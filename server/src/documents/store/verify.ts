import { type Database, many } from '../../platform/db/database.ts'
import { type DocumentContents, hashOf, type StoredBytes, WrongBytes } from './contents.ts'
import { inParallel } from './parallel.ts'
import { type DocumentKey, type DocumentOfRow, pageOf, type Relation, relations } from './relations.ts'
import { joinPlace, storedBytes } from './store.ts'

/** How many documents a page has, and how many are read concurrently. */
const page = { size: 50, atOnce: 8 }

export type Verify = {
  db: Database
  contents: DocumentContents
  onProgress?: (read: number) => void
}

export type VerifyReport = { read: number; outside: number; faults: { document: string; fault: string }[] }

/** The data of an agreement or mandate that its content is verified against. */
type Evidence = {
  /** For a signed document, the hash and length of the shown document. */
  shownSha256: Buffer | null
  shownSize: number | null
  certificate: Buffer | null
  revision: Buffer | null
  holeFrom: number | null
  holeTo: number | null
  token: Buffer | null
}

/** $1 the ids of documents. */
const evidence = `
  select d.id, shown.sha256 as "shownSha256", coalesce(length(shown.bytes), shown_place.size) as "shownSize", c.der as certificate,
         t.revision, t.hole_from as "holeFrom", t.hole_to as "holeTo", t.token
    from document d
    left join document shown on shown.kind || '_SIGNED' = d.kind
     and (shown.agreement_id = d.agreement_id or shown.mandate_id = d.mandate_id)
    left join document_place shown_place on shown_place.sha256 = shown.sha256
    left join platform_certificate c on c.sha256 = d.platform_certificate
    left join document_timestamp t on t.document_id = d.id
   where d.id = any($1)`

/**
 * Reads every document and compares it with its hash. For agreements and mandates in every place it also checks what the
 * audit of the books cannot check outside the database: that a signed document begins with the shown one, contains the
 * platform's certificate, and is covered by its time stamp.
 * @throws StoreUnavailable
 */
export async function verifyDocuments(verify: Verify): Promise<VerifyReport> {
  const report: VerifyReport = { read: 0, outside: 0, faults: [] }
  for (const relation of relations) {
    for (let after: DocumentKey | null = null; ; ) {
      const rows: DocumentOfRow[] = await pageOf(verify.db, relation, {
        after,
        rows: 'all',
        limit: page.size,
      })
      await verifyRows(verify, report, relation, rows)
      after = rows.at(-1)?.key ?? after
      if (rows.length < page.size) break
    }
  }
  return report
}

/** $1 is an id. Ids are random, so the first document from a random id on is a random document. */
const nextDocument = `select array[d.id] as key, ${storedBytes} from document d ${joinPlace} where d.id >= $1 order by d.id limit 1`

/** Verifies a number of agreements and mandates that are picked at random; a document may be picked twice. */
export async function verifySample(
  verify: Verify & { random: { secureId: () => string } },
  count: number,
): Promise<VerifyReport> {
  const report: VerifyReport = { read: 0, outside: 0, faults: [] }
  while (report.read < count) {
    const picked: DocumentOfRow[] = []
    while (picked.length < Math.min(page.size, count - report.read)) {
      const ask = (from: string) =>
        many<DocumentOfRow>(verify.db, 'documents.store.next', nextDocument, [from])
      const [found = (await ask(''))[0]] = await ask(verify.random.secureId())
      if (!found) return report
      picked.push(found)
    }
    await verifyRows(verify, report, 'document', picked)
  }
  return report
}

async function verifyRows(
  { db, contents, onProgress }: Verify,
  report: VerifyReport,
  relation: Relation,
  rows: readonly DocumentOfRow[],
): Promise<void> {
  const known = new Map<string, Evidence>()
  if (relation === 'document' && rows.length > 0)
    for (const { id, ...rest } of await many<Evidence & { id: string }>(
      db,
      'documents.store.evidence',
      evidence,
      [rows.map(({ key }) => key[0])],
    ))
      known.set(id, rest)
  await inParallel(rows, page.atOnce, async (row) => {
    try {
      checkContent(await bytesOf(contents, row), known.get(row.key[0]))
    } catch (error) {
      if (!(error instanceof WrongBytes)) throw error
      report.faults.push({ document: `${relation} ${row.key.join(' ')}`, fault: error.message })
    }
    report.read += 1
    if (row.bytes === null) report.outside += 1
  })
  onProgress?.(report.read)
}

async function bytesOf(contents: DocumentContents, row: StoredBytes): Promise<Buffer> {
  if (row.bytes === null) return contents.readOutside(row)
  if (!hashOf(row.bytes).equals(row.sha256))
    throw new WrongBytes('the bytes in its row are not those of its hash')
  return row.bytes
}

/** @throws WrongBytes */
function checkContent(bytes: Buffer, known: Evidence | undefined): void {
  if (!known) return
  const { shownSha256, shownSize, certificate, revision, holeFrom, holeTo, token } = known
  if (shownSha256 && (shownSize === null || !hashOf(bytes.subarray(0, shownSize)).equals(shownSha256)))
    throw new WrongBytes('it does not begin with the document that was shown')
  if (certificate && !bytes.includes(certificate.toString('hex')))
    throw new WrongBytes('the signature of the platform is not in it')
  if (!revision || holeFrom === null || holeTo === null) return
  const stamped = Buffer.concat([bytes, revision.subarray(0, holeFrom), revision.subarray(holeTo)])
  if (!token?.includes(hashOf(stamped))) throw new WrongBytes('its time stamp is of something else')
}
