import { type Database, many, one, run } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Random } from '../random.ts'
import { compareAnchors } from './anchor.ts'
import { type Actor, recordAudit } from './audit.ts'
import { followChain } from './chain.ts'
import type { AuditKeys } from './keys.ts'
import { lockSealing } from './seal.ts'

/** Nothing was dropped, because the part to be retired could not be proved whole. */
export class RetirementRefused extends Error {}

export type Retirement = {
  /** The end of the last partition that was dropped: entries made before it are gone. */
  until: Date
  partitions: string[]
  entries: number
  /** The number of the last row of the chain that was dropped. */
  lastRow: number
}

export type Retiring = {
  /** The database with the login that owns the tables. The application's login may not drop anything. */
  owner: Database
  random: Random
  actor: Actor
  keys: AuditKeys
  anchors: readonly string[]
  before: Date
  dryRun: boolean
}

class Undone extends Error {}

/** What the database refuses (`retire_audit` in 0001_platform.sql), for who reads it. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/kept for ten years/, 'Jejak audit disimpan sepuluh tahun.'],
  [
    /not sealed yet/,
    'Sebagian catatan itu belum disegel: worker menyegelnya setiap saat; ulangi sesudahnya.',
  ],
  [
    /no signed head/,
    'Belum ada kepala rantai yang ditandatangani sesudah catatan itu: tandatangani dahulu (audit anchor).',
  ],
  [
    /nothing is sealed behind/,
    'Belum ada catatan tersegel sesudahnya, yang melanjutkan rantainya: ulangi setelah catatan berikutnya.',
  ],
]

function refuse(error: unknown): never {
  const [, reason] = reasons.find(([said]) => error instanceof Error && said.test(error.message)) ?? []
  throw reason === undefined ? error : new RetirementRefused(reason, { cause: error })
}

/**
 * Drops the partitions of the audit trail that end before a time, at least ten years ago, with their seals. They can be
 * verified for the last time, so this is done first: the whole chain with its keys, and signed heads outside the
 * database, of which one is of the last dropped row or a later one. What follows is verified from the last dropped
 * link, which stays, up to the next signed head.
 * @throws RetirementRefused
 */
export async function retireAudit(retiring: Retiring): Promise<Retirement> {
  const { owner, keys, anchors, before } = retiring
  const chosen = await partitionsBefore(owner, before)
  const last = chosen.at(-1)
  if (!last) throw new RetirementRefused(await nothingBefore(owner))
  const chain = await followChain(owner, keys)
  const compared = await compareAnchors(owner, anchors, keys)
  const [breach] = [...chain.breaches, ...compared.breaches]
  if (breach)
    throw new RetirementRefused(
      `Jejak audit tidak utuh, sehingga tidak ada yang dihapus: ${breach.invariant} ${JSON.stringify(breach.row)}`,
    )
  const partitions = chosen.map(({ events }) => events)
  let done: Retirement | undefined
  try {
    await inTransaction(owner, { repeatable: false }, async (tx) => {
      await lockSealing(tx)
      const id = retiring.random.uuid()
      await run(tx, 'platform.audit.retire', 'select retire_audit($1, $2)', [id, last.endId]).catch(refuse)
      const kept = await one<{ entries: number; lastRow: number; links: string }>(
        tx,
        'platform.audit.retirement',
        `select entries, last_seq as "lastRow", audit_retired_digest(id) as links from audit_retirement where id = $1`,
        [id],
      )
      if ((compared.newest?.seq ?? 0) < kept.lastRow)
        throw new RetirementRefused(
          `Kepala rantai terbaru yang ditandatangani di berkas itu adalah baris ${compared.newest?.seq ?? 0}, sedangkan baris sampai ${kept.lastRow} akan dihapus: tandatangani dahulu (audit anchor).`,
        )
      await recordAudit(tx, {
        id,
        actor: retiring.actor,
        operation: 'retireAudit',
        subject: `audit:${last.endId}`,
        outcome: 'done',
        detail: { ...kept, partitions },
      })
      done = { until: last.until, partitions, entries: kept.entries, lastRow: kept.lastRow }
      if (retiring.dryRun) throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  if (!done) throw new Error('the retirement has no result')
  return done
}

type Partition = { events: string; endId: string; until: Date }

const partitionsBefore = (owner: Database, before: Date): Promise<Partition[]> =>
  many<Partition>(
    owner,
    'platform.audit.partitions_before',
    `select events, end_id as "endId", audit_time_of(end_id) as until from audit_partition
      where end_id <= audit_id_at($1) order by end_id`,
    [before],
  )

async function nothingBefore(owner: Database): Promise<string> {
  const [first] = await many<{ until: Date }>(
    owner,
    'platform.audit.first_partition',
    'select audit_time_of(end_id) as until from audit_partition where end_id is not null order by end_id limit 1',
  )
  return `Tidak ada partisi jejak audit yang berakhir sebelum waktu itu${first ? `; yang tertua berakhir ${first.until.toISOString()}` : ''}.`
}
